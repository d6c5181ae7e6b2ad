import { nameQuote } from '../../../gateway/engines-of.ts'

/** The statement that the editor opens with; names are quoted, since `order.csv` makes a table named as a word of SQL. */
export const selectAll = (backend: string, schema: string, table: string): string => {
  const quote = nameQuote({ backend })
  return `SELECT *\nFROM ${schema === '' ? '' : `${quote(schema)}.`}${quote(table)}\nLIMIT 100`
}
