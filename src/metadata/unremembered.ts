/** Tables that are written for every page that is opened; nothing of them is remembered, so their changes do not count. */
export const UNREMEMBERED: readonly string[] = ['change_counts', 'schema_migrations', 'logs', 'audit']

const WRITES = new RegExp(`^\\s*(insert into|update|delete from) "(${UNREMEMBERED.join('|')})"`, 'i')

/** True for a statement that writes into one of these tables. */
export const isUnremembered = (sql: string): boolean => WRITES.test(sql)
