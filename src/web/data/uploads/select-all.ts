import { knownEngine } from '../../../gateway/engines-of.ts'
import { quoteStandardName } from '../../../query/dialect.ts'

/** The statement that the editor opens with; names are quoted, since `order.csv` makes a table named as a word of SQL. */
export const selectAll = (backend: string, schema: string, table: string): string => {
  const quote = knownEngine(backend)?.quoteIdentifier ?? quoteStandardName
  return `SELECT *\nFROM ${schema === '' ? '' : `${quote(schema)}.`}${quote(table)}\nLIMIT 100`
}
