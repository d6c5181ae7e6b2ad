import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inPortions } from './in-portions.server.ts'
import { openMetadata } from './open.server.ts'

const DAY = '2026-01-05T00:00:00.000Z'

it('reads the rows of more ids than a statement may hold, and lets others have a turn between', async () => {
  const store = await openMetadata({
    url: null,
    dir: mkdtempSync(join(tmpdir(), 'metadata-')),
    now: () => new Date(DAY),
  })
  const { db } = store
  const row = (name: string) => ({ name, type: 1, created_on: DAY, changed_on: DAY })
  await db
    .insertInto('tags')
    .values(Array.from({ length: 2500 }, (_, i) => row(`tag ${i}`)))
    .execute()
  const ids = Array.from({ length: 40_000 }, (_, i) => i + 1)
  let turns = 0
  const others = setInterval(() => turns++, 0)
  const rows = await inPortions(ids, (portion) =>
    db.selectFrom('tags').select('id').where('id', 'in', portion).execute(),
  )
  clearInterval(others)
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, 2500))
  expect(turns).toBeGreaterThan(5)
  expect(await inPortions([], () => Promise.reject(new Error('asked')))).toEqual([])
  await store.close()
})

it('takes as many rows of a portion as there are', async () => {
  expect(await inPortions([1, 2], async () => Array.from({ length: 300_000 }, (_, i) => i))).toHaveLength(300_000)
})
