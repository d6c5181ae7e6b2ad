import type { SqlVerdict } from '../../../src/engines/driver.ts'
import { isSyntaxFault } from '../../kit/fault.ts'
import { judgeWords, type TableName, tableOf, uniqueTables, unnamed, type WordVerdict } from '../../kit/gate.ts'
import { type StatementVerdict, verdictOf } from '../../kit/verdict.ts'
import type { BigqueryClient, Preview } from './client.ts'
import { bigqueryDialect } from './dialect.ts'
import { statementFault } from './errors.ts'
import { RULES } from './gate.ts'

/** Up to here the service names every table that a query reads. */
const MOST_TABLES = 50
const CHANGES =
  /^(INSERT|UPDATE|DELETE|MERGE|TRUNCATE_TABLE|(CREATE|DROP|ALTER)_(TABLE|VIEW|MATERIALIZED_VIEW|SCHEMA)|CREATE_TABLE_AS_SELECT)$/
const JUDGE_MS = 60_000

/** Judges a text: by its words, and by what the service says of a run that does not take place. */
export const judgeBigquery = (client: BigqueryClient, sql: string, schema: string | null): Promise<SqlVerdict> =>
  verdictOf(sql, bigqueryDialect.lexicon, (placed) => judgeOne(client, placed, schema))

async function judgeOne(client: BigqueryClient, placed: string, schema: string | null): Promise<StatementVerdict> {
  const words = judgeWords(placed, RULES)
  const tables = words.references.map(({ parts }) => written(client, parts))
  const { kind, refusals } = words
  const refused = { kind, tables, refusals, isReadOnly: kind === 'select' }
  if (refusals.length > 0 && kind !== 'other') return refused
  try {
    const preview = await client.preview(placed, schema, AbortSignal.timeout(JUDGE_MS))
    return refusals.length > 0 ? refused : { kind, ...judged(client, words, tables, preview, schema) }
  } catch (cause) {
    const fault = statementFault(cause, placed)
    // What is refused by its words may be no statement at all.
    if (refusals.length > 0 && !isSyntaxFault(fault)) return refused
    throw fault
  }
}

/** What the service and the words agree on. */
function judged(
  client: BigqueryClient,
  { kind, names }: WordVerdict,
  tables: readonly TableName[],
  { statementType, tables: read }: Preview,
  schema: string | null,
): Omit<StatementVerdict, 'kind'> {
  const isSelect = kind === 'select' && statementType === 'SELECT'
  const isChange = kind !== 'select' && CHANGES.test(statementType)
  const refusals = [
    ...(isSelect || isChange ? [] : [`${statementType || 'A statement of an unknown kind'} is not allowed.`]),
    ...(read.length > MOST_TABLES ? [`A query may read ${MOST_TABLES} tables at most.`] : []),
  ]
  const own = schema ?? client.address.dataset
  const planned = read.map(({ projectId, datasetId, tableId }) => written(client, [projectId, datasetId, tableId]))
  return {
    isReadOnly: isSelect,
    refusals,
    tables: uniqueTables([...tables, ...unnamed(planned, tables, names, own)]),
  }
}

/** A table by its dataset; that of another project has the project before it. */
function written({ address }: BigqueryClient, given: readonly string[]): TableName {
  // A domain stands before a colon, a whole path may stand in one pair of quotes.
  const parts = given.flatMap((part) => part.split('.'))
  const { name, schema, catalog } = tableOf(
    parts.length > 3 ? [parts.slice(0, -2).join('.'), ...parts.slice(-2)] : parts,
  )
  const isForeign = catalog !== null && catalog.toLowerCase() !== address.project.toLowerCase()
  return { catalog: null, schema: isForeign ? `${catalog}.${schema}` : schema, name }
}
