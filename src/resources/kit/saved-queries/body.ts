import { z } from 'zod'
import { integer, maybe, text } from '../fields.ts'

const upTo = (length: number) => text().max(length, `Longer than maximum length ${length}.`)
/** What is saved of a query. */
export const SavedQueryBody = z.strictObject({
  db_id: maybe(integer()),
  label: maybe(upTo(256)),
  catalog: maybe(upTo(256)),
  schema: maybe(upTo(128)),
  sql: maybe(upTo(1_000_000)),
  description: maybe(text()),
  template_parameters: maybe(text()),
  extra_json: maybe(text()),
  uuid: maybe(z.uuid({ error: 'Not a valid UUID.' })),
  id: z.unknown().optional(),
})
export type SavedQueryBody = z.output<typeof SavedQueryBody>
