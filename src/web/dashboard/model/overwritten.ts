import { HEADER_ID } from '../../../query/dashboard/layout.ts'
import { type Draft, savePayload } from './draft.ts'
import { draftFrom, type WireDashboard } from './wire.ts'

/** A value that saving would put in the place of another. */
export interface OverwrittenValue {
  readonly name: string
  readonly theirs: string
  readonly yours: string
}

const SHOWN_CHARACTERS = 200

/** The settings in which a draft and what is stored differ, under their names on the wire. */
export function overwrittenValues(draft: Draft, stored: WireDashboard): readonly OverwrittenValue[] {
  const yours = settingsOf(draft)
  const theirs = settingsOf(draftFrom(stored, []))
  return Object.keys(yours)
    .filter((name) => canonical(theirs[name]) !== canonical(yours[name]))
    .map((name) => ({ name, theirs: shown(theirs[name]), yours: shown(yours[name]) }))
}

/** All that a save sends; what follows from the layout and who owns it are left out. */
function settingsOf(draft: Draft): Readonly<Record<string, unknown>> {
  const { json_metadata, owners: _owners, ...properties } = savePayload(draft, { hasRoleAccess: false })
  const {
    positions,
    chart_configuration: _charts,
    global_chart_configuration: _all,
    ...metadata
  } = parsed(json_metadata)
  const { [HEADER_ID]: _header, ...layout } = Object(positions)
  return { ...properties, position_json: layout, ...metadata }
}

const parsed = (json: unknown) => JSON.parse(String(json)) as Record<string, unknown>

/** The same text for values that mean the same: keys in order, nothing and empty alike, names of placed charts left out. */
function canonical(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? ''
}

function ordered(value: unknown): unknown {
  if (value === null || value === '' || value === undefined) return null
  if (Array.isArray(value)) return value.map(ordered)
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([key, inner]) => key !== 'sliceName' && !isEmpty(inner))
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => a.localeCompare(b)).map(([key, inner]) => [key, ordered(inner)]),
  )
}

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}
