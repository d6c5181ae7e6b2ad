/** Address of the embedded warehouse; only the server itself makes a record of it. */
export const WAREHOUSE_URI = 'sightline://warehouse'

/** A database address in parts. `path` is null for an address without a file. */
export interface SourceUri {
  readonly scheme: string
  readonly path: string | null
  readonly isAbsolute: boolean
}

/** Reads `duckdb:////abs/file`, `duckdb:///relative/file` and `sightline://warehouse`; null when it is none of these. */
export function parseSourceUri(uri: string): SourceUri | null {
  const match = /^([a-z][a-z0-9]*)(?:\+[a-z0-9_]+)?:\/\/([^?#]*)(?:[?#].*)?$/i.exec(uri.trim())
  if (!match) return null
  const scheme = (match[1] ?? '').toLowerCase()
  const rest = decoded(match[2] ?? '')
  if (rest === null || rest.includes('\0')) return null
  if (!rest.startsWith('/')) return { scheme, path: rest === '' ? null : rest, isAbsolute: false }
  const path = rest.slice(1)
  return { scheme, path: path === '' ? null : path, isAbsolute: path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
