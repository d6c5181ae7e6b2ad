import { z } from 'zod'
import { route } from '../../wire/route.ts'

const VIEW = 'KV'

export const kvRoutes = {
  store: route({
    method: 'POST',
    path: '/kv/store/',
    needs: ['can_store', VIEW],
    object: 'none',
    face: 'view',
    errors: 'error',
    body: z.record(z.string(), z.string()),
    bodyFormat: 'form',
    bodyLimit: 4_194_304,
    reply: z.unknown(),
    summary: 'Keep a value for a link',
  }),
  read: route({
    method: 'GET',
    path: '/kv/{id}',
    needs: ['can_get_value', VIEW],
    object: 'visible',
    face: 'view',
    errors: 'error',
    params: z.object({ id: z.string().regex(/^\d{1,16}$/) }),
    reply: z.unknown(),
    summary: 'A kept value',
  }),
} as const
