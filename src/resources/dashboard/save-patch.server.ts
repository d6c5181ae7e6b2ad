import type { Row, RowPatch } from '../../metadata/tables.server.ts'
import { savedTitle, UNTITLED } from '../../query/dashboard/title.ts'
import type { SaveBody } from './contract.ts'
import { splitMetadata } from './metadata.ts'

type Dashboard = Row<'dashboards'>

/** A slug as an address shows it: blanks become hyphens, what is no word character is dropped. */
export const slugOf = (slug: string) =>
  slug
    .trim()
    .replaceAll(' ', '-')
    .replace(/[^\p{L}\p{N}_-]+/gu, '')

/** The slug as it is kept, where the body names one: a text as an address shows it, or null. */
const slugPatch = ({ slug }: SaveBody): { readonly slug?: string | null } =>
  slug === undefined ? {} : { slug: slug ? slugOf(slug) || null : null }

/** A dashboard of which nothing was said. */
export const EMPTY = {
  slug: null,
  dashboard_title: UNTITLED,
  position_json: null,
  json_metadata: null,
  css: null,
  description: null,
  published: 0,
  certified_by: null,
  certification_details: null,
  theme_id: null,
  is_managed_externally: 0,
  external_url: null,
} as const
const PLAIN = [
  'css',
  'theme_id',
  'description',
  'certified_by',
  'certification_details',
  'external_url',
  'position_json',
] as const

/** What a save changes of the row. */
export function patchOf(body: SaveBody, stored: Dashboard | null): RowPatch<'dashboards'> {
  const patch: Record<string, unknown> = { ...flagsOf(body), ...metadataPatch(body, stored), ...namesPatch(body) }
  for (const name of PLAIN) if (body[name] !== undefined) patch[name] ??= body[name]
  return { ...patch, ...detailsPatch({ ...stored, ...patch }) } as RowPatch<'dashboards'>
}

/** Details of a certification go with who certified. */
const detailsPatch = ({ certified_by, certification_details }: Partial<Dashboard>) =>
  certification_details && !certified_by?.trim() ? { certification_details: null } : {}

/** The title and the address as they are kept, where the body names them. */
export const namesPatch = (body: SaveBody): { readonly dashboard_title?: string; readonly slug?: string | null } => ({
  ...(body.dashboard_title === undefined ? {} : { dashboard_title: savedTitle(body.dashboard_title) }),
  ...slugPatch(body),
})

const flagsOf = (body: SaveBody) =>
  Object.fromEntries(
    (['published', 'is_managed_externally'] as const).flatMap((name) =>
      typeof body[name] === 'boolean' ? [[name, body[name] ? 1 : 0]] : [],
    ),
  )

/** The layout inside the metadata is kept apart from it. */
function metadataPatch(body: SaveBody, stored: Dashboard | null): RowPatch<'dashboards'> {
  if (body.json_metadata === null) return { json_metadata: null }
  if (!body.json_metadata) return {}
  const { layout, metadata } = splitMetadata(body.json_metadata, stored?.json_metadata ?? null)
  const json_metadata = JSON.stringify(metadata)
  return layout ? { json_metadata, position_json: JSON.stringify(layout) } : { json_metadata }
}
