import type { Services } from '../../gateway/services.server.ts'
import { peopleById } from './people.server.ts'
import { humanized, wireInstant } from './project.ts'

interface StampedRow {
  readonly created_on: string
  readonly changed_on: string
  readonly created_by: number | null
  readonly changed_by: number | null
}

/** Rows with their stamps as the wire writes them: people as objects, instants with their age in words. */
export async function withStamps<R extends StampedRow>({ db, now }: Services, rows: readonly R[]) {
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.created_by, row.changed_by]),
  )
  const person = (id: number | null) => (id === null ? null : (people.get(id) ?? null))
  const at = now()
  return rows.map((row) => ({
    ...row,
    created_by: person(row.created_by),
    changed_by: person(row.changed_by),
    created_on: wireInstant(row.created_on),
    changed_on: wireInstant(row.changed_on),
    created_on_delta_humanized: humanized(row.created_on, at),
    changed_on_delta_humanized: humanized(row.changed_on, at),
  }))
}

/** Stamps of a new row. */
export const newStamps = (services: Pick<Services, 'now'>, userId: number | null) => {
  const at = services.now().toISOString()
  return { created_on: at, changed_on: at, created_by: userId, changed_by: userId }
}

/** Stamps of a changed row. */
export const changeStamps = (services: Pick<Services, 'now'>, userId: number | null) => ({
  changed_on: services.now().toISOString(),
  changed_by: userId,
})
