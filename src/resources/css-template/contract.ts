import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, listRoutes, Message, Opaque, WordIdParams } from '../kit/contract.ts'
import { maybe, text } from '../kit/fields.ts'

const BASE = '/api/v1/css_template'
const VIEW = 'CssTemplate'

const upTo = (length: number) => text().max(length, `Longer than maximum length ${length}.`)
const Body = z.strictObject({ template_name: maybe(upTo(250)), css: maybe(upTo(1_000_000)) })
export type CssTemplateBody = z.output<typeof Body>

const write = { needs: ['can_write', VIEW], reply: Opaque } as const
const changed = { brokenJson: 'error', body: Body, bodyLimit: 4_194_304, invalid: 422 } as const
const one = { path: `${BASE}/{id}`, object: 'visible', params: IdParams } as const

export const cssTemplateRoutes = {
  ...listRoutes(BASE, VIEW, 'CSS templates'),
  create: route({
    ...write,
    ...changed,
    method: 'POST',
    path: `${BASE}/`,
    object: 'none',
    status: 201,
    summary: 'Make a CSS template',
  }),
  bulkDelete: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/`,
    object: 'listed',
    q: IdsQ,
    reply: Message,
    summary: 'Delete CSS templates',
  }),
  read: route({
    ...one,
    method: 'GET',
    needs: ['can_read', VIEW],
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One CSS template',
  }),
  update: route({
    ...one,
    params: WordIdParams,
    ...write,
    ...changed,
    method: 'PUT',
    summary: 'Change a CSS template',
  }),
  remove: route({
    ...one,
    params: WordIdParams,
    ...write,
    method: 'DELETE',
    reply: Message,
    summary: 'Delete a CSS template',
  }),
} as const
