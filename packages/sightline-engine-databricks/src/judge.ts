import type { SqlVerdict } from '../../../src/engines/driver.ts'
import { isSyntaxFault } from '../../kit/fault.ts'
import { judgeWords, type TableName, tableOf, uniqueTables, unnamed } from '../../kit/gate.ts'
import { type StatementVerdict, verdictOf } from '../../kit/verdict.ts'
import type { DatabricksClient } from './client.ts'
import { databricksDialect } from './dialect.ts'
import { statementFault } from './errors.ts'
import { RULES } from './gate.ts'
import { LINES_OF_EXPLAIN, parsedPlan } from './plan.ts'

/** Steps that are none of a query. */
const CHANGES =
  /Insert|Delete|Update|Merge|Create|Drop|Alter|Replace|Truncate|Command|Load|Cache|Refresh|Write|Overwrite|Append|Repair|Analyze|Script|Namespace|Declare|Execute|Call/

/** Judges a text: by its words, and by what the engine's own reader makes of it. */
export const judgeDatabricks = (client: DatabricksClient, sql: string, schema: string | null): Promise<SqlVerdict> =>
  verdictOf(sql, databricksDialect.lexicon, (placed) => judgeOne(client, placed, schema))

async function judgeOne(client: DatabricksClient, placed: string, schema: string | null): Promise<StatementVerdict> {
  const words = judgeWords(placed, RULES)
  const { kind } = words
  const foreign = words.references.flatMap(({ parts }) => foreignRefusal(client, parts))
  const refusals = [...words.refusals, ...foreign]
  const tables = words.references.map(({ parts }) => ({ ...tableOf(parts), catalog: null }))
  const refused = { kind, tables, refusals, isReadOnly: kind === 'select' }
  if (refusals.length > 0 && kind !== 'other') return refused
  try {
    const own = schema ?? client.address.schema
    const [{ steps, relations, named }, functions] = await Promise.all([
      parsedPlan(client, placed, schema),
      kind === 'select' ? client.ownFunctions.refusals(words.called, own) : [],
    ])
    if (refusals.length > 0) return refused
    const isQuery = !steps.some((step) => CHANGES.test(step))
    const agreed = isQuery === (kind === 'select')
    const read = relations.filter(({ schema: given, name }) => given !== null || !named.has(name.toLowerCase()))
    return {
      ...{ kind, isReadOnly: kind === 'select' },
      refusals: [
        ...(agreed ? [] : ['The engine takes the statement for another kind than its words say.']),
        ...functions,
      ],
      tables: merged(read, tables, words.names, own),
    }
  } catch (cause) {
    const fault = statementFault(cause, placed, LINES_OF_EXPLAIN)
    // What is refused by its words may be no statement at all.
    if (refusals.length > 0 && !isSyntaxFault(fault)) return refused
    throw fault
  }
}

const merged = (
  read: readonly TableName[],
  tables: readonly TableName[],
  names: ReadonlySet<string>,
  schema: string,
): readonly TableName[] => {
  const own = read.map((table) => ({ ...table, catalog: null }))
  return uniqueTables([...tables, ...unnamed(own, tables, names, schema)])
}

/** Rights and rules are those of one catalog, so names of others would pass by them. */
function foreignRefusal({ address }: DatabricksClient, parts: readonly string[]): readonly string[] {
  const { catalog } = tableOf(parts)
  const isOwn = catalog === null || catalog.toLowerCase() === address.catalog.toLowerCase()
  return isOwn && parts.length <= 3
    ? []
    : [`${parts.join('.')} lies in another catalog, which needs a connection of its own.`]
}
