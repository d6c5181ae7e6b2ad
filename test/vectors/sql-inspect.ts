import type { Dialect } from '../../src/query/dialect.ts'
import { kindOf } from '../../src/query/sql/classify.ts'
import { scan } from '../../src/query/sql/scan.ts'
import { splitStatements } from '../../src/query/sql/split.ts'
import { tableReferences } from '../../src/query/sql/tables.ts'
import { notApplicable, type Vector, type Verdict, verdict } from './player.ts'
import { judged } from './sql-gates.ts'

const BY_SERVER =
  'whether the text can be read, or reaches outside, is said by the server, which this run does not start'
const NO_CALL = 'a word without brackets is no call, and no gate of the product refuses it'

interface Statement {
  readonly tables: readonly (readonly (string | null)[])[]
  readonly select: boolean
}

/** What the product says of a script: what may not run, and the tables that are read. */
export async function playInspect({ input, expected }: Vector, dialect: Dialect): Promise<Verdict> {
  const sql = String(input.sql)
  const statements = splitStatements(sql, dialect.lexicon)
  const kinds = statements.map((statement) => kindOf(scan(statement.sql, dialect.lexicon)))
  const isRead = kinds.every((kind) => kind === 'select' || kind === 'show' || kind === 'explain')
  // Whatever is surely no reading is refused before the engine is asked, so it need not be readable.
  if (!isRead)
    return verdict(expected.has_mutation === true || expected.defect !== undefined || !isOnlySelects(expected), kinds)
  const reachesOutside = /^reads or writes outside/.test(String(expected.defect))
  if ('error' in expected || reachesOutside) return playGate(sql, dialect, reachesOutside)
  if (expected.defect || expected.has_mutation === true) return verdict(false, kinds)
  const wanted = expected.statements as readonly Statement[]
  if (kinds.some((kind) => kind !== 'select')) return verdict(!isOnlySelects(expected), kinds)
  const got = statements.map((statement) => tablesOf(statement.sql, dialect))
  const names = wanted.map(({ tables }) =>
    sorted(tables.map((parts) => parts.filter((part) => part !== null).join('.')).filter(Boolean)),
  )
  return verdict(JSON.stringify(got) === JSON.stringify(names), got)
}

const isOnlySelects = ({ statements }: Vector['expected']) =>
  Array.isArray(statements) && (statements as readonly Statement[]).every(({ select }) => select)

async function playGate(sql: string, { id }: Dialect, isRefusalWanted: boolean): Promise<Verdict> {
  const got = await judged(id, sql)
  if (got === null || (isServer(id) && !isRefusalWanted)) return notApplicable(BY_SERVER)
  return verdict('isUnreadable' in got ? !isRefusalWanted : got.refusals.length > 0, got)
}

/** Engines whose gate reads words here; whether their server can read the text is its own to say. */
const isServer = (id: string) => id === 'postgres' || id === 'mysql'

const sorted = (names: readonly string[]) => [...new Set(names)].toSorted()
const tablesOf = (sql: string, dialect: Dialect) =>
  sorted(tableReferences(sql, dialect.lexicon).map(({ parts }) => parts.join('.')))

/** Whether a function is called, as the gate of the engine sees it when that function is denied. */
export async function playFunctions({ input, expected }: Vector, { id }: Dialect): Promise<Verdict> {
  const names = (input.functions as readonly string[]).map((name) => name.toLowerCase())
  if (/\bselect\s+current_user$/i.test(String(input.sql))) return notApplicable(NO_CALL)
  const got = await judged(id, String(input.sql), names)
  if (got === null) return notApplicable(BY_SERVER)
  if ('isUnreadable' in got) return verdict('error' in expected, got)
  if ('error' in expected) return notApplicable(BY_SERVER)
  const naming = got.refusals.filter((text) => names.some((name) => text.toLowerCase().includes(name)))
  // A text that is refused as a whole, such as a CALL, may name the function as well.
  const isRefusedAnyway = expected.present === false && naming.length < got.refusals.length
  return verdict(isRefusedAnyway || naming.length > 0 === expected.present, got)
}

/** Whether a table is read, as the product finds tables to guard. */
export function playTables({ input, expected }: Vector, dialect: Dialect): Verdict {
  const names = (input.tables as readonly string[]).map((name) => name.toLowerCase())
  const read = tableReferences(String(input.sql), dialect.lexicon).map(({ parts }) => parts.at(-1)?.toLowerCase() ?? '')
  return verdict(read.some((name) => names.includes(name)) === expected.present, read)
}
