/** Counts the values of a column of a query; the query stays as it was written. */
export function groupedSql(sql: string, column: string): string {
  const name = `"${column.replaceAll('"', '""')}"`
  const inner = sql.trim().replace(/;\s*$/, '')
  return `select ${name}, count(*) as rows\nfrom (\n${inner}\n) as q\ngroup by ${name}\norder by rows desc`
}
