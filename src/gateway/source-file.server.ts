import { realpath } from 'node:fs/promises'
import { isAbsolute, join, sep } from 'node:path'
import { Problem } from '../wire/problem.ts'

/**
 * The real path of a database file. Throws when it lies outside the folders that the operator named, also through
 * links; the answer does not tell whether a file outside exists.
 */
export async function sourceFile(path: string, sources: readonly string[]): Promise<string> {
  const outside = new Problem(400, `The database file must lie below a folder named by --sources.`, {
    type: 'CONNECTION_ACCESS_DENIED_ERROR',
  })
  if (path === '' || path.includes('\0')) throw outside
  const roots = (await Promise.all(sources.map(realPathOrNull))).filter((root) => root !== null)
  const candidates = isAbsolute(path) ? [path] : sources.map((source) => join(source, path))
  const isBelow = (file: string) =>
    [...roots, ...sources].some((root) => file.startsWith(root.endsWith(sep) ? root : root + sep))
  for (const candidate of candidates) {
    const real = await realPathOrNull(candidate)
    if (real !== null && isBelow(real)) return real
  }
  const named = candidates.find((candidate) => isBelow(join(candidate)))
  if (named === undefined) throw outside
  throw new Problem(400, `There is no database file "${path}".`, { type: 'CONNECTION_UNKNOWN_DATABASE_ERROR' })
}

async function realPathOrNull(path: string): Promise<string | null> {
  try {
    return await realpath(path)
  } catch {
    return null
  }
}
