/** What a record itself has under a key that comes from outside; never what every object inherits, such as `constructor`. */
export const own = <V>(record: Readonly<Partial<Record<string, V>>>, key: string): V | undefined =>
  Object.hasOwn(record, key) ? record[key] : undefined
