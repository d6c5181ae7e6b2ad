import type { TableName } from '../../kit/gate.ts'
import { tableOf } from '../../kit/gate.ts'
import type { DatabricksClient } from './client.ts'
import { DatabricksFailure } from './errors.ts'

/** What the engine read of a statement, before it looked anything up. */
interface ParsedPlan {
  /** Names of the kinds of its steps. */
  readonly steps: readonly string[]
  /** Names that stand where tables do, those of a WITH too. */
  readonly relations: readonly TableName[]
  /** Names that a WITH gives. */
  readonly named: ReadonlySet<string>
}

const PARSED = '== Parsed Logical Plan =='
const ANALYZED = '== Analyzed Logical Plan =='
/** Stands on a line of its own before the statement, so that columns are those of the statement. */
const EXPLAIN = 'EXPLAIN EXTENDED\n'
export const LINES_OF_EXPLAIN = 1

/** The plan of a statement that does not run. Throws the failure of one that the engine cannot read or make out. */
export async function parsedPlan(client: DatabricksClient, sql: string, schema: string | null): Promise<ParsedPlan> {
  const [row = {}] = await client.ask(EXPLAIN + sql, schema)
  const text = Object.values(row)[0] ?? ''
  const from = text.indexOf(PARSED)
  const to = text.indexOf(ANALYZED)
  if (from < 0 || to < from) throw new DatabricksFailure('The warehouse shows no plan of the statement.', '')
  const failed = /^[\w.$]*(?:Exception|Error): (\[[\s\S]*)$/m.exec(text.slice(to + ANALYZED.length, to + 10_000))
  if (failed) throw new DatabricksFailure(failed[1] ?? '', '')
  return readPlan(text.slice(from + PARSED.length, to))
}

/** Reads the first part of a plan. */
export function readPlan(text: string): ParsedPlan {
  const relations = [...text.matchAll(/UnresolvedRelation \[([^\]]*)\]/g)]
  return {
    steps: text.split('\n').flatMap((line) => /^[\s:|+-]*'?([A-Za-z]\w*)/.exec(line)?.[1] ?? []),
    relations: relations.map(([, parts = '']) => tableOf(parts.split(', '))),
    named: new Set(
      [...text.matchAll(/(?:CTE|UnresolvedWith) \[([^\]]*)\]/g)].flatMap(([, names = '']) =>
        names.split(', ').map((name) => name.toLowerCase()),
      ),
    ),
  }
}

/** What a query would read, as far as the planner tells. */
export async function costOf(
  client: DatabricksClient,
  sql: string,
  schema: string | null,
): Promise<Record<string, string>> {
  const [row = {}] = await client.ask(`EXPLAIN COST\n${sql}`, schema)
  const [, size, unit] = /Statistics\(sizeInBytes=([\d.E+]+) (\w+)/.exec(Object.values(row)[0] ?? '') ?? []
  const rows = /rowCount=([\d.E+]+)/.exec(Object.values(row)[0] ?? '')?.[1]
  return {
    ...(size ? { 'Size of the result': `${size} ${unit}` } : {}),
    ...(rows ? { Rows: String(Number(rows)) } : {}),
  }
}
