import type { Socket } from 'node:net'
import { z } from 'zod'
import type { Dialect } from '../../query/dialect.ts'
import type { ConnectionForm } from '../connection-form.ts'
import type { SqlVerdict, TableDetail, TableEntry } from '../driver.ts'

/** Version of what an engine package exports. A package of another version is refused. */
export const ENGINE_CONTRACT = 1

/** What `sightline-engine-<name>` exports. It is loaded by the server itself, so it must load no driver. */
export interface EnginePackage {
  readonly contract: typeof ENGINE_CONTRACT
  readonly dialect: Dialect
  readonly form: ConnectionForm
  /** Where names without a schema are looked up; empty where nowhere. */
  readonly defaultSchema: string
  /** The schema that an address names in its place; null where it names none. */
  schemaOf?(uri: string): string | null
}

/** What `sightline-engine-<name>/worker` exports. It is loaded in a child process with bounds of memory and time. */
export interface EngineModule {
  open(place: EnginePlace): Promise<EngineDatabase>
}

/** What a database is opened with. */
interface EnginePlace {
  /** The address with its password, of a form that the package reads. */
  readonly uri: string
  /** The file, already checked, where the form is for files; null for a server. */
  readonly path: string | null
  readonly isReadOnly: boolean
  /** A socket that connects to no address that the server may not reach; for every connection of the package. */
  socket(): Socket
}

/** Numbers that JavaScript cannot hold are texts or bigints; times are ISO texts in UTC without a zone. */
type EngineCell = string | number | bigint | boolean | null

interface EngineRows {
  readonly columns: readonly { readonly name: string; readonly type: string | null }[]
  /** Batches of rows; reading ends early when enough rows came. */
  readonly rows: AsyncIterable<readonly (readonly EngineCell[])[]> | Iterable<readonly (readonly EngineCell[])[]>
}

export interface EngineStatement {
  readonly sql: string
  readonly schema: string | null
  /** Rows after which reading ends, so that more need not be fetched; null for all. */
  readonly maxRows: number | null
  /** How long it may take at most. The signal ends it then; a limit of the engine's own is for when nobody can. */
  readonly timeoutMs: number
  /** Ends when the statement is to be stopped. */
  readonly signal: AbortSignal
}

/** A failure for the user: an error with some of these beside its message. */
export interface EngineFailure {
  /** One of the product's error types. A `SYNTAX_ERROR` of `judge` is a text that is no statement. */
  readonly type?: string
  /** Its place in the text: from 1, columns in UTF-16 units. */
  readonly line?: number
  readonly column?: number
  /** Fields of the connection form that it points at. */
  readonly invalid?: readonly string[]
}

/** An open database. Failures are errors, and may be an `EngineFailure` as well. */
export interface EngineDatabase {
  /**
   * What the engine's own parser says, without running anything. What it does not surely know to read is no reading.
   * Names without a schema are looked up in the one that is given.
   */
  judge(sql: string, schema: string | null): Promise<SqlVerdict>
  /** Runs one statement that was judged to read, in a way in which the engine would refuse a change. */
  read(statement: EngineStatement): Promise<EngineRows>
  /** Runs one statement that changes data; gives the number of rows where it is known. */
  change(statement: EngineStatement): Promise<number | null>
  estimate(sql: string, schema: string | null): Promise<Record<string, string>>
  schemas(): Promise<readonly string[]>
  tables(schema: string): Promise<readonly TableEntry[]>
  table(schema: string, name: string): Promise<TableDetail | null>
  functions(): Promise<readonly string[]>
}

const call = z.custom<() => unknown>((value) => typeof value === 'function', 'is no function')
const words = z.string().min(1)
const scheme = z.string().regex(/^[a-z][a-z0-9]*$/, 'is no word of small letters and digits')

/** The shape of what a package exports. Functions are checked to be there, not what they do. */
export const enginePackage = z.looseObject({
  dialect: z.looseObject({
    id: scheme,
    label: words,
    uriSchemes: z.array(scheme).min(1),
    supportsCatalogs: z.literal(false, { error: 'must be false: catalogs are not part of this version' }),
    maxLabelLength: z.number().nullable(),
    lexicon: z.looseObject({
      nameQuotes: z.record(z.string(), z.string()),
      backslashEscapes: z.boolean(),
      dollarQuotes: z.boolean(),
      hashComments: z.boolean(),
      nestedComments: z.boolean(),
    }),
    grains: z.array(z.string()),
    quoteIdentifier: call,
    quoteText: call,
    quoteBoolean: call,
    isBoolean: call,
    timeGrain: call,
    timeLiteral: call,
    fromEpoch: call,
    limit: call,
    castToText: call,
    likeAnyCase: call,
    regexMatch: call,
    genericOf: call,
  }),
  form: z.looseObject({
    kind: z.enum(['server', 'file']),
    port: z.number().nullable(),
    required: z.array(z.string()),
    database: z.looseObject({ title: words, help: z.string() }),
    encryption: z.looseObject({ option: words, value: words, values: z.array(z.string()) }).nullable(),
    options: z.array(z.looseObject({ name: words, title: words })),
    canWrite: z.boolean(),
  }),
  defaultSchema: z.string(),
  schemaOf: call.optional(),
})
