import { fileURLToPath } from 'node:url'

/** The program of the child process: beside this file in development, `duckdb-worker.js` beside the bundle in the package. */
export function duckdbWorkerFile(): string {
  const isSource = import.meta.url.endsWith('.ts')
  return fileURLToPath(new URL(isSource ? './worker.server.ts' : './duckdb-worker.js', import.meta.url))
}
