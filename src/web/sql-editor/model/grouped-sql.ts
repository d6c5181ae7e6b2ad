/** Counts the values of a column of a query; the query stays as it was written. `quote` quotes a name for its database. */
export function groupedSql(sql: string, column: string, quote: (name: string) => string): string {
  const [name, rows] = [quote(column), quote('rows')]
  const inner = sql.trim().replace(/;\s*$/, '')
  return `select ${name}, count(*) as ${rows}\nfrom (\n${inner}\n) as q\ngroup by ${name}\norder by ${rows} desc`
}
