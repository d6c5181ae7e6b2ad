import type { SqlVerdict } from '../../../src/engines/driver.ts'
import { isSyntaxFault } from '../../kit/fault.ts'
import {
  judgeWords,
  type Kind,
  type TableName,
  tableOf,
  uniqueTables,
  unnamed,
  type WordVerdict,
} from '../../kit/gate.ts'
import { type StatementVerdict, verdictOf } from '../../kit/verdict.ts'
import { PUBLIC } from './address.ts'
import type { SnowflakeClient } from './client.ts'
import { snowflakeDialect } from './dialect.ts'
import { SnowflakeFailure, statementFault } from './errors.ts'
import { COMMANDS, RULES } from './gate.ts'
import { plannedTables } from './plan.ts'

const JUDGE_MS = 60_000
/** How the service numbers what a statement is. */
const SELECT = 0x1000
const CHANGES: Readonly<Partial<Record<Kind, readonly [from: number, to: number]>>> = {
  dml: [0x3000, 0x3500],
  ddl: [0x6000, 0x6fff],
}

/** Judges a text: by its words, and by what the service says of it without running it. */
export const judgeSnowflake = (client: SnowflakeClient, sql: string, schema: string | null): Promise<SqlVerdict> =>
  verdictOf(sql, snowflakeDialect.lexicon, (placed) => judgeOne(client, placed, schema))

async function judgeOne(client: SnowflakeClient, placed: string, schema: string | null): Promise<StatementVerdict> {
  const words = judgeWords(placed, RULES)
  const { kind } = words
  const foreign = words.references.flatMap(({ parts }) => foreignRefusal(client, parts))
  const refusals = [...words.refusals, ...foreign]
  const tables = words.references.map(({ parts }) => ({ ...tableOf(parts), catalog: null }))
  const refused = { kind, tables, refusals, isReadOnly: kind === 'select' }
  // To describe a command of the session might be to run it.
  if (refusals.length > 0 && (kind !== 'other' || COMMANDS.has(words.verb))) return refused
  try {
    const statementType = await describedType(client, placed, schema)
    if (refusals.length > 0) return refused
    const wrong = typeRefusals(kind, statementType)
    if (kind !== 'select' || wrong.length > 0) return { ...refused, refusals: wrong }
    const [read, functions] = await Promise.all([
      allTables(client, placed, schema, words, tables),
      client.ownFunctions.refusals(words.called, schema || (client.address.schema ?? PUBLIC)),
    ])
    return { kind, isReadOnly: true, refusals: functions, tables: read }
  } catch (cause) {
    const fault = statementFault(cause, placed)
    // What is refused by its words may be no statement at all.
    if (refusals.length > 0 && !isSyntaxFault(fault)) return refused
    throw fault
  }
}

async function describedType(client: SnowflakeClient, sql: string, schema: string | null): Promise<number> {
  const signal = AbortSignal.timeout(JUDGE_MS)
  const { statementTypeId } = await client.run({ sql, isDescribed: true, timeoutMs: JUDGE_MS, signal }, schema)
  return statementTypeId ?? 0
}

/** Rights and rules are those of one database, so names of others would pass by them. */
function foreignRefusal({ address }: SnowflakeClient, parts: readonly string[]): readonly string[] {
  const { catalog } = tableOf(parts)
  const isOwn = catalog === null || catalog.toUpperCase() === address.database.toUpperCase()
  return isOwn && parts.length <= 3
    ? []
    : [`${parts.join('.')} lies in another database, which needs a connection of its own.`]
}

function typeRefusals(kind: Kind, type: number): readonly string[] {
  const [from, to] = kind === 'select' ? [SELECT, SELECT] : (CHANGES[kind] ?? [1, 0])
  return type >= from && type <= to ? [] : ['The service takes the statement for another kind than its words say.']
}

/** Tables of the words, and those of the plan that the words did not find; where the service shows none, the words stand alone. */
async function allTables(
  client: SnowflakeClient,
  sql: string,
  schema: string | null,
  { names }: WordVerdict,
  tables: readonly TableName[],
): Promise<readonly TableName[]> {
  if (tables.length === 0 && !/\bfrom\b/i.test(sql)) return []
  const planned = await plannedTables(client, sql, schema).catch((cause: unknown) => {
    if (cause instanceof SnowflakeFailure) return []
    throw cause
  })
  const place = schema ?? client.address.schema
  return uniqueTables([...tables, ...unnamed(planned, tables, names, place)])
}
