import type { Kysely } from 'kysely'
import { createIndexes, createTable, type TableSpec } from './columns.server.ts'

const STAMPS = { created_on: 'text!', changed_on: 'text!', created_by: 'integer', changed_by: 'integer' } as const

const TABLES: readonly TableSpec[] = [
  ['annotation_layers', { name: 'text!', descr: 'text', ...STAMPS }, { id: true, unique: [['name']] }],
  [
    'annotations',
    {
      layer_id: 'integer!',
      short_descr: 'text!',
      long_descr: 'text',
      start_dttm: 'text!',
      end_dttm: 'text!',
      json_metadata: 'text',
      ...STAMPS,
    },
    { id: true, unique: [['layer_id', 'short_descr']] },
  ],
  ['css_templates', { template_name: 'text', css: 'text=', ...STAMPS }, { id: true }],
]

/** Notes on a time axis, and styles for dashboards. */
export async function annotations(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  for (const [name, columns, keys] of TABLES) await createTable(db, isPostgres, name, columns, keys)
  await createIndexes(db, { annotations: [['layer_id', 'start_dttm']] })
}
