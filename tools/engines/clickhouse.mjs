// The ClickHouse server of the tests: packages in a folder of their own, installed when they are first asked for.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'clickhouse')
const INSTALL_MS = 300_000

/** Gives null when the server can be started, else why not. */
export function prepareClickhouse() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'its package is for Linux on x64'
  if (existsSync(join(FOLDER, 'node_modules', '@chdb'))) return null
  process.stdout.write('  installing ClickHouse\n')
  try {
    execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: 'ignore', timeout: INSTALL_MS })
    return null
  } catch (error) {
    return `npm ci in tools/engines/clickhouse failed: ${error.message}`
  }
}
