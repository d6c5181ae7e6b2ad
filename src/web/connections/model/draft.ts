import { WAREHOUSE_URI } from '../../../engines/source-path.ts'
import { MASK } from '../../../gateway/database-address.ts'
import { NO_TUNNEL, type TunnelDraft, tunnelDraftOf } from './tunnel.ts'
import type { ParametersSchema, WireConnection, WireEngine, WireParameters } from './wire.ts'

/** How the connection may be used. */
export interface Settings {
  readonly isExposed: boolean
  readonly canCreateTables: boolean
  readonly canCreateViews: boolean
  readonly createdSchema: string
  readonly canChangeData: boolean
  readonly canEstimate: boolean
  readonly hasPreviews: boolean
  readonly runsInBackground: boolean
  readonly hasCatalogs: boolean
  readonly takesFiles: boolean
  /** Names of schemas, with commas between; empty for all. */
  readonly fileSchemas: string
  readonly cacheTimeoutSec: number | null
}

/** Parameters by name: texts, and true or false for switches. */
type Values = Readonly<Record<string, string | boolean>>
type Options = Readonly<Record<string, string>>

/** The address of a connection: which engine, and its parameters. */
export interface Place {
  /** The scheme of the engine; null until one is chosen. */
  readonly engine: string | null
  readonly values: Values
  readonly options: Options
  /** Meant where the parameter `ssh` is on. */
  readonly tunnel: TunnelDraft
}

export interface Draft extends Place {
  readonly name: string
  readonly settings: Settings
}

const DEFAULTS: Settings = {
  isExposed: true,
  canCreateTables: false,
  canCreateViews: false,
  createdSchema: '',
  canChangeData: false,
  canEstimate: false,
  hasPreviews: true,
  runsInBackground: true,
  hasCatalogs: false,
  takesFiles: false,
  fileSchemas: '',
  cacheTimeoutSec: null,
}

/** An empty form for an engine: its defaults, and what was typed for another engine under the same names. */
export function startDraft(engine: WireEngine | null, before: Draft | null = null): Draft {
  return {
    name: before?.name ?? '',
    settings: before?.settings ?? DEFAULTS,
    engine: engine?.engine ?? null,
    values: engine ? startValues(engine.parameters, before?.values ?? {}) : {},
    options: {},
    tunnel: before?.tunnel ?? NO_TUNNEL,
  }
}

/** A default of the engine before stays only where somebody typed it, so the port changes with the engine. */
function startValues({ properties }: ParametersSchema, before: Values): Values {
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, schema]): [string, string | boolean][] => {
      if (schema.type === 'object' || schema.deprecated) return []
      if (schema.type === 'boolean') return [[name, before[name] === true]]
      const typed = schema.default === undefined ? before[name] : schema.default
      return [[name, typed === undefined ? '' : String(typed)]]
    }),
  )
}

/** The form of a stored connection. The password stays on the server: its field is empty. */
export function draftOf(stored: WireConnection): Draft {
  const extra = extraOf(stored.extra)
  return {
    name: stored.database_name,
    // The server's own warehouse has an address that no engine opens: there is nothing to edit in it.
    engine: stored.sqlalchemy_uri === WAREHOUSE_URI ? null : stored.backend,
    ...placeOf({ ...stored.parameters, ssh: stored.ssh_tunnel !== null }),
    tunnel: tunnelDraftOf(stored.ssh_tunnel),
    settings: {
      isExposed: stored.expose_in_sqllab,
      canCreateTables: stored.allow_ctas,
      canCreateViews: stored.allow_cvas,
      createdSchema: stored.force_ctas_schema ?? '',
      canChangeData: stored.allow_dml,
      canEstimate: extra.cost_estimate_enabled === true,
      hasPreviews: extra.disable_data_preview !== true,
      runsInBackground: stored.allow_run_async,
      hasCatalogs: stored.allow_multi_catalog,
      takesFiles: stored.allow_file_upload,
      fileSchemas: namesOf(extra.schemas_allowed_for_file_upload).join(', '),
      cacheTimeoutSec: stored.cache_timeout,
    },
  }
}

const namesOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

/** Parameters of the server as a form holds them. */
export function placeOf({ query, ...parameters }: WireParameters): Pick<Place, 'values' | 'options'> {
  const values = Object.entries(parameters).map(([name, value]): [string, string | boolean] => {
    if (typeof value === 'boolean') return [name, value]
    return [name, value === null || value === undefined || value === MASK ? '' : String(value)]
  })
  const options = typeof query === 'object' && query !== null ? Object.entries(query) : []
  return {
    values: Object.fromEntries(values),
    options: Object.fromEntries(options.map(([name, value]) => [name, String(value)])),
  }
}

/** Whether the address differs from the stored one, so that it has to be sent and tried. */
export const isMoved = (draft: Place, before: Place | null): boolean =>
  before === null || placeKey(draft) !== placeKey(before)

/** The same text for the same address. */
export const placeKey = ({ engine, values, options, tunnel }: Place): string =>
  JSON.stringify([engine, sorted(values), sorted(options), hasTunnel({ values }) && sorted({ ...tunnel })])

/** Whether the database is reached through an SSH server. */
export const hasTunnel = ({ values }: Pick<Place, 'values'>): boolean => values.ssh === true

const sorted = (values: Readonly<Record<string, string | boolean>>) =>
  Object.entries(values)
    .filter(([, value]) => value !== '' && value !== false)
    .sort(([a], [b]) => a.localeCompare(b))

/** Reads `extra`; what is no JSON object counts as empty. */
export function extraOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text || '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : {}
  } catch {
    return {}
  }
}

/** Changes one parameter. Giving up encryption gives up the option that asked for it. */
export function changeValue(
  draft: Draft,
  name: string,
  value: string | boolean,
  encryptionOption: string | null,
): Draft {
  const values = { ...draft.values, [name]: value }
  if (name !== 'encryption' || value === true || encryptionOption === null) return { ...draft, values }
  const { [encryptionOption]: _, ...options } = draft.options
  return { ...draft, values, options }
}

/** Changes one option; an empty one is none. */
export function changeOption(draft: Draft, name: string, value: string): Draft {
  const { [name]: _, ...rest } = draft.options
  return { ...draft, options: value === '' ? rest : { ...rest, [name]: value } }
}
