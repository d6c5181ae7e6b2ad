/** Tables that are written for every page that is opened, every statement that runs and every text that is typed. */
const UNREMEMBERED = ['logs', 'audit', 'queries', 'tabs', 'tab_tables']

const WRITES = new RegExp(`^\\s*(insert into|update|delete from) "(${UNREMEMBERED.join('|')})"`, 'i')

/** True for a statement that writes where nothing is remembered of, so that the change does not count. */
export const isUnremembered = (sql: string): boolean => WRITES.test(sql)
