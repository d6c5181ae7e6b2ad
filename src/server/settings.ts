import { delimiter, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isTimeZone } from '../query/time-range/zone.ts'
import { COLOR_SCHEMES_FORM, colorSchemesOf } from './color-schemes.ts'
import { FEATURE_NAMES, featuresOf } from './features.ts'
import { type FilesCommand, readFilesCommand } from './files/options.ts'
import { DEFAULT_DATA_DIR, DEFAULT_PORT } from './help.ts'
import { type McpCommand, readMcpCommand } from './mcp/options.ts'
import { publicUrlOf, type SmtpSettings, smtpOf } from './reports/smtp-settings.ts'
import { scheduledQueriesIn } from './scheduled-queries.ts'
import { SettingsError } from './settings-error.ts'
import { shardingHostsOf } from './sharding-hosts.ts'

/** What the command line and the environment say. */
export interface Settings {
  readonly host: string
  readonly port: number
  /** True when the port was asked for, so that no other may be taken. */
  readonly isPortFixed: boolean
  readonly dataDir: string
  readonly sources: readonly string[]
  readonly hasExamples: boolean
  readonly opensBrowser: boolean
  readonly metadataUrl: string | null
  /** `redis://` or `rediss://`; null for the only server. */
  readonly redisUrl: string | null
  /** The server's key; the generated file is used when it is null. */
  readonly secret: string | null
  readonly admin: {
    readonly username: string
    readonly password: string | null
    readonly passwordFile: string | null
  } | null
  /** Frozen clock for tests and pictures, or null. */
  readonly frozenNow: Date | null
  /** False only for benches and replays, which ask more than people do. */
  readonly limitsRates: boolean
  /** Charts are answered later, with events (GLOBAL_ASYNC_QUERIES). */
  readonly answersChartsLater: boolean
  /** Where relative times such as today are meant, for whoever has chosen no zone. */
  readonly timeZone: string
  /** The database of a new tab of the SQL editor; null for the one with the lowest id. */
  readonly editorDatabaseId: number | null
  /** How long the editor waits for stored rows, in seconds; 0 for as long as it takes. */
  readonly editorResultTimeoutSec: number
  /** The row limit of a new tab of the SQL editor; null for the default of the product. */
  readonly editorRowLimit: number | null
  /** Whether tabs of the SQL editor are kept on the server. */
  readonly keepsEditorTabs: boolean
  /** How long a chart may take, in seconds; null for the default of the product. */
  readonly chartTimeoutSec: number | null
  /** Megabytes of the largest file that becomes a table. */
  readonly uploadMb: number
  /** The most rows that a chart or an answer to the editor holds. */
  readonly maxRows: number
  /** The most rows of a run of the editor in the background; null for as many as anywhere. */
  readonly editorMaxRows: number | null
  /** What is asked when a query is scheduled; empty where that is not offered. */
  readonly scheduledQueries: Readonly<Record<string, unknown>>
  /** Features that are switched by name. */
  readonly features: Readonly<Record<string, boolean>>
  /** Colour schemes of the installation, beside the product's own. */
  readonly colorSchemes: NonNullable<ReturnType<typeof colorSchemesOf>>
  /** How long a guest token is good, in seconds. */
  readonly guestTokenSec: number
  /** Who sends reports; null where none are offered. */
  readonly smtp: SmtpSettings | null
  /** Where people reach the server, for links in mails; null for its own address. */
  readonly publicUrl: string | null
  /** Further host names, over which dashboards spread their charts; null for none. */
  readonly shardingHosts: readonly string[] | null
  readonly trustsProxy: boolean
  readonly logLevel: string
  readonly quiet: boolean
}

export type Command =
  | FilesCommand
  | McpCommand
  | { readonly kind: 'serve'; readonly settings: Settings }
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | { readonly kind: 'verify-audit'; readonly settings: Settings }
  | {
      readonly kind: 'add-user'
      readonly settings: Settings
      readonly username: string
      readonly roles: readonly string[]
    }

const DEFAULT_MAX_ROWS = 100_000
const DEFAULT_GUEST_TOKEN_SEC = 300
const LEAST_GUEST_TOKEN_SEC = 10
const MOST_GUEST_TOKEN_SEC = 3600
const OPTIONS = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  sources: { type: 'string', multiple: true },
  'no-examples': { type: 'boolean' },
  open: { type: 'boolean' },
  quiet: { type: 'boolean' },
  role: { type: 'string', multiple: true },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

type Env = Readonly<Record<string, string | undefined>>
type Values = ReturnType<typeof parse>['values']

export function readCommand(argv: readonly string[], env: Env): Command {
  const files = readFilesCommand(argv, env)
  if (files) return files
  const mcp = readMcpCommand(argv, env)
  if (mcp) return mcp
  const { values, positionals } = parse(argv)
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  return commandOf(positionals, values, env)
}

function commandOf(positionals: readonly string[], values: Values, env: Env): Command {
  if (positionals[0] === 'user') {
    const [, verb, username] = positionals
    if (verb !== 'add' || username === undefined) throw new SettingsError('Usage: sightline user add NAME --role Admin')
    return { kind: 'add-user', settings: settingsOf(values, env), username, roles: values.role ?? ['Admin'] }
  }
  if (positionals[0] === 'audit') {
    if (positionals[1] !== 'verify') throw new SettingsError('Usage: sightline audit verify')
    return { kind: 'verify-audit', settings: settingsOf(values, env) }
  }
  if (positionals.length > 0 && positionals[0] !== 'start')
    throw new SettingsError(`Unknown command: ${positionals[0]}. See sightline --help.`)
  return { kind: 'serve', settings: settingsOf(values, env) }
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true })
  } catch (cause) {
    throw new SettingsError(`${cause instanceof Error ? cause.message : String(cause)} See sightline --help.`, {
      cause,
    })
  }
}

function settingsOf(values: Values, env: Env): Settings {
  const port = values.port ?? env['SIGHTLINE_PORT']
  const sources = [...(values.sources ?? []), ...(env['SIGHTLINE_SOURCES']?.split(delimiter) ?? [])]
  return {
    host: values.host ?? env['SIGHTLINE_HOST'] ?? '127.0.0.1',
    port: port === undefined ? DEFAULT_PORT : portOf(port),
    isPortFixed: port !== undefined,
    dataDir: resolve(values.data ?? env['SIGHTLINE_DATA'] ?? DEFAULT_DATA_DIR),
    sources: sources.filter((dir) => dir !== '').map((dir) => resolve(dir)),
    hasExamples: !(values['no-examples'] ?? isOn(env['SIGHTLINE_NO_EXAMPLES'])),
    opensBrowser: values.open ?? isOn(env['SIGHTLINE_OPEN']),
    metadataUrl: metadataUrlOf(env),
    redisUrl: redisUrlOf(env),
    secret: env['SIGHTLINE_SECRET'] ?? null,
    admin: adminOf(env),
    frozenNow: instantOf(env['SIGHTLINE_NOW']),
    limitsRates: !isOn(env['SIGHTLINE_NO_RATE_LIMITS']),
    answersChartsLater: isOn(env['SIGHTLINE_ASYNC_CHARTS']),
    timeZone: timeZoneOf(env['SIGHTLINE_TIME_ZONE']),
    editorDatabaseId: wholeOf(env, 'SQLLAB_DEFAULT_DBID'),
    editorResultTimeoutSec: wholeOf(env, 'SQLLAB_QUERY_RESULT_TIMEOUT') ?? 0,
    editorRowLimit: positiveOf(env, 'DEFAULT_SQLLAB_LIMIT'),
    keepsEditorTabs: !isOff(env['SQLLAB_BACKEND_PERSISTENCE']),
    chartTimeoutSec: positiveOf(env, 'SUPERSET_WEBSERVER_TIMEOUT'),
    maxRows: maxRowsOf(env),
    uploadMb: uploadMbOf(env),
    editorMaxRows: wholeOf(env, 'SQLLAB_ROW_CEILING'),
    scheduledQueries: scheduledIn(env['SCHEDULED_QUERIES']),
    features: featuresIn(env['SIGHTLINE_FEATURES']),
    colorSchemes: colorSchemesIn(env['SIGHTLINE_COLOR_SCHEMES']),
    guestTokenSec: guestTokenSecOf(env),
    smtp: smtpOf(env),
    publicUrl: publicUrlOf(env),
    shardingHosts: shardingHostsOf(env['SUPERSET_WEBSERVER_DOMAINS']),
    trustsProxy: isOn(env['SIGHTLINE_TRUST_PROXY']),
    logLevel: env['SIGHTLINE_LOG'] ?? 'warn',
    quiet: values.quiet ?? false,
  }
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65_535)
    throw new SettingsError(`The port must be a number from 0 to 65535, not "${text}".`)
  return port
}

function metadataUrlOf(env: Env): string | null {
  const url = env['SIGHTLINE_METADATA_URL']
  if (!url) return null
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new SettingsError(
      'SIGHTLINE_METADATA_URL must begin with postgresql:// (without it, SQLite in the data directory is used).',
    )
  return url
}

/** The address may hold a password, so it is never repeated. */
function redisUrlOf(env: Env): string | null {
  const url = env['SIGHTLINE_REDIS_URL']
  if (!url) return null
  if (!isRedisUrl(url))
    throw new SettingsError(
      'SIGHTLINE_REDIS_URL must be redis://[[user]:password@]host[:port][/number], or rediss:// for TLS.',
    )
  return url
}

function isRedisUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, username, password } = new URL(text)
  const isEncoded = [username, password].every((part) => !/%(?![\da-f]{2})/i.test(part))
  return ['redis:', 'rediss:'].includes(protocol) && /^(\/\d*)?$/.test(pathname) && isEncoded
}

function adminOf(env: Env): Settings['admin'] {
  const username = env['SIGHTLINE_ADMIN_USERNAME']
  if (!username) return null
  return {
    username,
    password: env['SIGHTLINE_ADMIN_PASSWORD'] ?? null,
    passwordFile: env['SIGHTLINE_ADMIN_PASSWORD_FILE'] ?? null,
  }
}

function instantOf(text: string | undefined): Date | null {
  if (!text) return null
  const date = new Date(text)
  if (Number.isNaN(date.getTime()))
    throw new SettingsError(`SIGHTLINE_NOW must be an instant such as 2026-01-31T12:00:00Z, not "${text}".`)
  return date
}

function timeZoneOf(name: string | undefined): string {
  if (!name) return 'UTC'
  if (!isTimeZone(name))
    throw new SettingsError(`SIGHTLINE_TIME_ZONE must be the name of a time zone such as Europe/Berlin, not "${name}".`)
  return name
}

const DEFAULT_UPLOAD_MB = 200
const uploadMbOf = (env: Env): number => wholeOf(env, 'SIGHTLINE_UPLOAD_MB') || DEFAULT_UPLOAD_MB
const maxRowsOf = (env: Env): number => wholeOf(env, 'SQL_MAX_ROW') || DEFAULT_MAX_ROWS

function guestTokenSecOf(env: Env): number {
  const seconds = wholeOf(env, 'GUEST_TOKEN_JWT_EXP_SECONDS') ?? DEFAULT_GUEST_TOKEN_SEC
  if (seconds < LEAST_GUEST_TOKEN_SEC || seconds > MOST_GUEST_TOKEN_SEC)
    throw new SettingsError(
      `GUEST_TOKEN_JWT_EXP_SECONDS must be from ${LEAST_GUEST_TOKEN_SEC} to ${MOST_GUEST_TOKEN_SEC}.`,
    )
  return seconds
}

function scheduledIn(path: string | undefined): Settings['scheduledQueries'] {
  try {
    return path ? scheduledQueriesIn(path) : {}
  } catch (cause) {
    throw new SettingsError(`SCHEDULED_QUERIES must be the path of a JSON file with a form: ${String(cause)}`, {
      cause,
    })
  }
}

function featuresIn(text: string | undefined): Settings['features'] {
  const features = featuresOf(text)
  if (!features)
    throw new SettingsError(`SIGHTLINE_FEATURES must be a list of NAME=on or NAME=off with names of ${FEATURE_NAMES}.`)
  return features
}

function colorSchemesIn(text: string | undefined): Settings['colorSchemes'] {
  const schemes = colorSchemesOf(text)
  if (!schemes) throw new SettingsError(`SIGHTLINE_COLOR_SCHEMES must be ${COLOR_SCHEMES_FORM}.`)
  return schemes
}

function wholeOf(env: Env, name: string): number | null {
  const text = env[name]
  if (!text) return null
  if (!/^\d{1,9}$/.test(text)) throw new SettingsError(`${name} must be a whole number, not "${text}".`)
  return Number(text)
}

function positiveOf(env: Env, name: string): number | null {
  const number = wholeOf(env, name)
  if (number === 0) throw new SettingsError(`${name} must be a whole number above 0.`)
  return number
}

const isOff = (text: string | undefined) => ['0', 'false', 'no', 'off'].includes(text?.toLowerCase() ?? '')

const isOn = (text: string | undefined) => text !== undefined && text !== '' && !isOff(text)
