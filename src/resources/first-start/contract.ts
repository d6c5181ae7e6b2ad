import { z } from 'zod'
import { route } from '../../wire/route.ts'

export const firstStartPage = route({
  method: 'GET',
  path: '/first-start/',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  query: z.object({ code: z.string().optional() }),
  reply: z.unknown(),
  summary: 'Page that creates the first administrator; open to anyone with the one-time code of the terminal',
})
export const firstStart = route({
  method: 'POST',
  path: '/api/v1/first_start/',
  needs: 'anyone',
  object: 'none',
  csrf: false,
  rate: 'login',
  bodyLimit: 16_384,
  body: z.object({
    code: z.string(),
    username: z.string(),
    password: z.string(),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    email: z.string().optional(),
  }),
  reply: z.object({ result: z.object({ next: z.string() }) }),
  summary: 'Creates the first administrator and signs in; open to anyone with the one-time code of the terminal',
})
export const firstStartForm = route({
  method: 'POST',
  path: '/first-start/',
  needs: 'anyone',
  object: 'none',
  face: 'page',
  csrf: false,
  rate: 'login',
  bodyFormat: 'form',
  bodyLimit: 16_384,
  body: z.object({
    code: z.string().default(''),
    username: z.string().default(''),
    password: z.string().default(''),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    email: z.string().optional(),
  }),
  reply: z.unknown(),
  summary: 'Creates the first administrator by plain form; open to anyone with the one-time code of the terminal',
})

export const firstStartRoutes = [firstStartPage, firstStart, firstStartForm] as const
