import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openMetadata } from './open.server.ts'
import type { NewRow } from './tables.server.ts'
import { dropTemporaryDatasets } from './temporary-datasets.server.ts'

const NOW = new Date('2026-01-02T03:04:05Z')
const flags = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, 0]))
const DATABASE_FLAGS = flags(
  ...'expose_in_sqllab allow_run_async allow_ctas allow_cvas allow_dml allow_file_upload'.split(' '),
  ...'allow_multi_catalog impersonate_user is_managed_externally'.split(' '),
)
const DATASET_FLAGS = flags(
  ...'filter_select_enabled is_sqllab_view normalize_columns always_filter_main_dttm is_managed_externally'.split(' '),
)
const STAMPS = { created_on: NOW.toISOString(), changed_on: NOW.toISOString(), created_by: null, changed_by: null }

it('goes after a day, unless a chart is on it', async () => {
  const store = await openMetadata({ url: null, dir: mkdtempSync(join(tmpdir(), 'metadata-')), now: () => NOW })
  const { db } = store
  const database = { uuid: 'd', database_name: 'd', engine: 'duckdb', uri_masked: '', uri_secret: '', extra: '{}' }
  const { id: database_id } = await db
    .insertInto('databases')
    .values({ ...database, ...DATABASE_FLAGS, ...STAMPS, configuration_method: '' } as NewRow<'databases'>)
    .returning('id')
    .executeTakeFirstOrThrow()
  const insert = async (table_name: string, hours: number, is_temporary: number) => {
    const created_on = new Date(NOW.getTime() - hours * 3_600_000).toISOString()
    const row = { ...DATASET_FLAGS, ...STAMPS, uuid: table_name, database_id, table_name, created_on, is_temporary }
    const made = db.insertInto('datasets').values(row as NewRow<'datasets'>)
    return (await made.returning('id').executeTakeFirstOrThrow()).id
  }
  await insert('old', 25, 1)
  await insert('young', 23, 1)
  await insert('real', 25, 0)
  const datasource_id = await insert('charted', 25, 1)
  const chart = {
    ...STAMPS,
    uuid: 'c',
    slice_name: 'c',
    datasource_id,
    datasource_type: 'table',
    params: '{}',
    is_managed_externally: 0,
  }
  await db
    .insertInto('charts')
    .values(chart as NewRow<'charts'>)
    .execute()
  await dropTemporaryDatasets(db, { now: NOW })
  const left = await db.selectFrom('datasets').select('table_name').orderBy('table_name').execute()
  expect(left.map(({ table_name }) => table_name)).toEqual(['charted', 'real', 'young'])
  await store.close()
})
