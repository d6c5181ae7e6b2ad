import { HttpError } from '../../data/http.ts'
import type { Draft } from './draft.ts'
import type { WireDataset } from './wire.ts'

export type EditorTab = 'source' | 'columns' | 'calculated' | 'metrics' | 'settings'

interface Fault {
  /** The tab with the field. */
  readonly tab: EditorTab
  /** A field of the settings, or the key of a row and its field: "metric-3.expression". */
  readonly field: string
  readonly text: string
}
export type Faults = readonly Fault[]

export const faultAt = (faults: Faults, field: string): string | undefined =>
  faults.find((fault) => fault.field === field)?.text

/** What would be refused, found before asking. Texts are English keys of the catalogue. */
export function faultsOf(draft: Draft, kind: WireDataset['kind']): Faults {
  const { settings } = draft
  return [
    ...(settings.tableName.trim() === '' ? [fault('source', 'tableName', 'Give it a name')] : []),
    ...(kind === 'virtual' && settings.sql.trim() === '' ? [fault('source', 'sql', 'Write the query')] : []),
    ...(isJsonObject(settings.templateParams) ? [] : [fault('settings', 'templateParams', 'This is no JSON object')]),
    ...rowFaults(
      draft.columns,
      (column) => (column.isCalculated ? 'calculated' : 'columns'),
      (column) => column.isCalculated,
    ),
    ...rowFaults(
      draft.metrics,
      () => 'metrics',
      () => true,
    ),
  ]
}

interface NamedRow {
  readonly key: string
  readonly name: string
  readonly expression: string
  readonly isRemoved: boolean
}

function rowFaults<Row extends NamedRow>(
  rows: readonly Row[],
  tabOf: (row: Row) => EditorTab,
  needsExpression: (row: Row) => boolean,
): Faults {
  const kept = rows.filter((row) => !row.isRemoved)
  const seen = new Set<string>()
  return kept.flatMap((row) => {
    const name = row.name.trim()
    const isTaken = seen.has(name)
    seen.add(name)
    return [
      ...(name === '' ? [fault(tabOf(row), `${row.key}.name`, 'Give it a name')] : []),
      ...(name !== '' && isTaken ? [fault(tabOf(row), `${row.key}.name`, 'Another one has this name')] : []),
      ...(needsExpression(row) && row.expression.trim() === ''
        ? [fault(tabOf(row), `${row.key}.expression`, 'Write an expression')]
        : []),
    ]
  })
}

const SETTING_OF: Readonly<Record<string, readonly [EditorTab, string]>> = {
  table: ['source', 'tableName'],
  table_name: ['source', 'tableName'],
  schema: ['source', 'schema'],
  sql: ['source', 'sql'],
  columns: ['columns', 'columns'],
  metrics: ['metrics', 'metrics'],
  owners: ['settings', 'owners'],
  description: ['settings', 'description'],
  main_dttm_col: ['settings', 'mainTimeColumn'],
  cache_timeout: ['settings', 'cacheTimeoutSec'],
  offset: ['settings', 'offsetHours'],
  fetch_values_predicate: ['settings', 'valuesPredicate'],
  template_params: ['settings', 'templateParams'],
}

/** The server's refusal at the fields it names; none where it names no field. */
export function faultsOfError(error: unknown): Faults {
  if (!(error instanceof HttpError)) return []
  const named = Object.keys(error.fields).length > 0 ? error.fields : messagesOf(error)
  return Object.entries(named).flatMap(([name, texts]) => {
    const place = SETTING_OF[name]
    return place ? [fault(place[0], place[1], [texts].flat().map(String).join(' '))] : []
  })
}

/** Those of the server's faults whose field is as it was when they were told. */
export const standing = (faults: Faults, told: Draft, draft: Draft): Faults =>
  faults.filter(({ field }) => fieldOf(told, field) === fieldOf(draft, field))

function fieldOf(draft: Draft, field: string): unknown {
  if (field === 'columns' || field === 'metrics') return draft[field]
  return draft.settings[field as keyof Draft['settings']]
}

function messagesOf(error: HttpError): Readonly<Record<string, unknown>> {
  const messages = error.errors[0]?.extra?.messages
  return typeof messages === 'object' && messages !== null ? (messages as Readonly<Record<string, unknown>>) : {}
}

const fault = (tab: EditorTab, field: string, text: string): Fault => ({ tab, field, text })

function isJsonObject(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
