import { realpath, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { Problem } from '../wire/problem.ts'

/**
 * The real path of a database file, when it lies below one of the allowed folders after all links are followed.
 * The same words answer a file that is absent and one that lies elsewhere, so that nobody can look around.
 */
export async function allowedSourcePath(path: string, sources: readonly string[]): Promise<string> {
  if (sources.length === 0) {
    throw new Problem(400, 'Database files cannot be connected: the server was started without --sources.', {
      type: 'CONNECTION_ACCESS_DENIED_ERROR',
    })
  }
  const roots = (await Promise.all(sources.map((source) => realpath(resolve(source)).catch(() => null)))).filter(
    (root) => root !== null,
  )
  const candidates = isAbsolute(path) ? [path] : roots.map((root) => join(root, path))
  for (const candidate of candidates) {
    const real = await realOf(candidate)
    if (real !== null && roots.some((root) => isBelow(real, root))) return real
  }
  throw new Problem(400, `There is no database file "${path}" in the folders that the server may read.`, {
    type: 'CONNECTION_UNKNOWN_DATABASE_ERROR',
  })
}

/** The real path of a regular file, with the links of its folders followed. */
async function realOf(path: string): Promise<string | null> {
  try {
    const real = await realpath(path)
    return (await stat(real)).isFile() ? join(await realpath(dirname(real)), basename(real)) : null
  } catch {
    return null
  }
}

function isBelow(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '' && !way.startsWith('..') && !isAbsolute(way)
}
