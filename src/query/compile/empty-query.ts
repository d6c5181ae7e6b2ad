/** A query with the columns of another one and none of its rows, for engines that then spare themselves its work. */
export const emptyQuery = (sql: string): string => `SELECT * FROM (\n${sql}\n) AS no_rows WHERE 1 = 0`
