import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'
import { flag, integer, maybe, text } from '../kit/fields.ts'

const BASE = '/api/v1/sqllab/permalink'
const VIEW = 'SqlLabPermalinkRestApi'

const Body = z.looseObject({
  dbId: integer(),
  name: text(),
  sql: text(),
  schema: maybe(text()),
  catalog: maybe(text()),
  autorun: maybe(flag()),
  templateParams: maybe(text()),
})

export const sqllabPermalinkRoutes = {
  create: route({
    method: 'POST',
    path: BASE,
    needs: ['can_write', VIEW],
    object: 'none',
    body: Body,
    bodyLimit: 4_194_304,
    reply: Opaque,
    status: 201,
    summary: 'Keep a text of the editor under a link',
  }),
  read: route({
    method: 'GET',
    path: `${BASE}/{key}`,
    needs: ['can_read', VIEW],
    object: 'visible',
    params: z.object({ key: z.string() }),
    reply: Opaque,
    summary: 'What a link of the editor holds',
  }),
} as const
