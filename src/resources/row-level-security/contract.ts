import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { integer, lengthBetween, list, maybe, text } from '../kit/fields.ts'

const BASE = '/api/v1/rowlevelsecurity'
const VIEW = 'RowLevelSecurity'
const MOST_IDS = 1000

const ids = () => list(integer()).max(MOST_IDS, `Longer than maximum length ${MOST_IDS}.`)
const Fields = {
  name: lengthBetween(1, 255),
  description: maybe(text()),
  filter_type: z.enum(['Regular', 'Base'], {
    error: ({ input }) => (input === undefined ? 'Missing data for required field.' : 'Must be one of: Regular, Base.'),
  }),
  tables: ids().min(1, 'Shorter than minimum length 1.'),
  roles: ids(),
  group_key: maybe(text().max(255, 'Longer than maximum length 255.')),
  clause: text().min(1, 'Shorter than minimum length 1.').max(100_000, 'Longer than maximum length 100000.'),
}
const Body = z.strictObject(Fields)
const Patch = Body.partial()
export type RowRuleBody = z.output<typeof Body>
export type RowRulePatch = z.output<typeof Patch>

const write = { needs: ['can_write', VIEW], reply: Opaque } as const
const one = { path: `${BASE}/{id}`, object: 'visible', params: IdParams } as const

export const rowLevelSecurityRoutes = {
  ...listRoutes(BASE, VIEW, 'row-level rules'),
  create: route({
    ...write,
    method: 'POST',
    path: `${BASE}/`,
    object: 'none',
    body: Body,
    status: 201,
    summary: 'Make a row-level rule',
  }),
  bulkDelete: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/`,
    object: 'listed',
    q: IdsQ,
    reply: Message,
    summary: 'Delete row-level rules',
  }),
  read: route({
    ...one,
    method: 'GET',
    needs: ['can_read', VIEW],
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One row-level rule',
  }),
  update: route({ ...one, ...write, method: 'PUT', body: Patch, summary: 'Change a row-level rule' }),
  remove: route({ ...one, ...write, method: 'DELETE', reply: Message, summary: 'Delete a row-level rule' }),
} as const
