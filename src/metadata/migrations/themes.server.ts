import { type Kysely, sql } from 'kysely'
import { countChangesOf } from './change-counts.server.ts'
import { createTable } from './columns.server.ts'

const AT = '2026-01-01T00:00:00.000Z'
const FONTS = { fontFamily: "'Inter Variable', Inter", fontFamilyCode: "'JetBrains Mono Variable', 'JetBrains Mono'" }

/** The look of the product itself, which is there to be copied and is never changed. */
const SYSTEM = [
  {
    uuid: '6f0d2f5c-8a43-4c0e-9d1b-0a6878000001',
    name: 'THEME_DEFAULT',
    data: { token: { colorPrimary: '#0a6878', colorLink: '#0a6878', ...FONTS }, algorithm: 'default' },
  },
  {
    uuid: '6f0d2f5c-8a43-4c0e-9d1b-0a6878000002',
    name: 'THEME_DARK',
    data: { token: { colorPrimary: '#4fb6c6', colorLink: '#5fc2d1', ...FONTS }, algorithm: 'dark' },
  },
]

/** Themes: looks of the installation and of dashboards. */
export async function themes(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  await createTable(
    db,
    isPostgres,
    'themes',
    {
      uuid: 'text!',
      theme_name: 'text!',
      json_data: 'text!',
      is_system: 'integer=0',
      is_system_default: 'integer=0',
      is_system_dark: 'integer=0',
      created_on: 'text!',
      changed_on: 'text!',
      created_by: 'integer',
      changed_by: 'integer',
    },
    { id: true, unique: [['uuid']] },
  )
  if (isPostgres) await countChangesOf(db, 'themes')
  for (const { uuid, name, data } of SYSTEM)
    await sql`insert into themes (uuid, theme_name, json_data, is_system, created_on, changed_on)
      values (${uuid}, ${name}, ${JSON.stringify(data)}, 1, ${AT}, ${AT})`.execute(db)
}
