const USUAL = ['main', 'public', 'default', 'dbo']

/** The schema that a database's users mean when they name none; null when there is no schema. */
export const usualSchema = (schemas: readonly string[]): string | null =>
  USUAL.find((name) => schemas.includes(name)) ?? schemas[0] ?? null
