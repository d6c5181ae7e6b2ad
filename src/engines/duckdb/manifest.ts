import { z } from 'zod'

const entry = z.object({
  name: z.string(),
  /** File name inside the tables folder; never changed once written. */
  file: z.string().regex(/^[a-z0-9_-]+\.duckdb$/),
  /** Grows with every replacement of the table. */
  version: z.number().int(),
  rows: z.number().int(),
  bytes: z.number().int(),
  sortBy: z.array(z.string()),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  writtenAt: z.string(),
  /** Absent in lists of versions that did not write it down. */
  uploaded: z.boolean().optional(),
})
export type ManifestEntry = z.infer<typeof entry>

/** Which file is which table. Replaced as a whole. */
export const manifestSchema = z.object({
  format: z.literal(1),
  version: z.number().int(),
  tables: z.array(entry),
})
export type Manifest = z.infer<typeof manifestSchema>

export const EMPTY_MANIFEST: Manifest = { format: 1, version: 0, tables: [] }

/** Whether a table was made of a file; in lists that do not say so, by the order that the product's own tables have. */
export const isUploaded = ({ uploaded, sortBy }: ManifestEntry): boolean => uploaded ?? sortBy.length === 0

/** The manifest with a table added or replaced. */
export function withTable(manifest: Manifest, table: Omit<ManifestEntry, 'version'>): Manifest {
  const version = manifest.version + 1
  const others = manifest.tables.filter((held) => held.name !== table.name)
  const tables = [...others, { ...table, version }].sort((a, b) => (a.name < b.name ? -1 : 1))
  return { ...manifest, version, tables }
}

/** The manifest without a table. */
export function withoutTable(manifest: Manifest, name: string): Manifest {
  return { ...manifest, version: manifest.version + 1, tables: manifest.tables.filter((held) => held.name !== name) }
}

/** File name of a version of a table; the name of the table is only a help for people. */
export function tableFile(name: string, version: number, salt: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
  return `${slug || 'table'}-${version}-${salt}.duckdb`
}
