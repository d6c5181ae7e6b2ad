// The Trino server of the tests: the parts of its Maven artefact that it needs to start, and a Java that runs it.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findJava } from './java.mjs'

const VERSION = '476'
const JAVA = 22
const NAME = `trino-server-${VERSION}`
/** Kept between runs; git does not see it. */
const FOLDER = join(import.meta.dirname, 'dist')
const PARTS = ['lib', 'plugin/memory', 'plugin/tpch', 'plugin/password-authenticators']
const FETCH_MS = 900_000

/** Gives `{ home, java }`, or `{ why }` when the server cannot be started. */
export function prepareTrino() {
  const java = findJava(JAVA, FOLDER)
  if (!java) return { why: `no Java ${JAVA} or newer was found; set SIGHTLINE_TEST_JAVA to one` }
  const home = process.env.SIGHTLINE_TEST_TRINO ?? join(FOLDER, NAME)
  if (PARTS.every((part) => existsSync(join(home, part)))) return { home, java }
  try {
    return { home: unpacked(fetched()), java }
  } catch (error) {
    return { why: `its Maven artefact could not be fetched: ${error.message}` }
  }
}

/** The archive in the local Maven repository. */
function fetched() {
  const file = join(homedir(), '.m2', 'repository', 'io', 'trino', 'trino-server', VERSION, `${NAME}.tar.gz`)
  if (existsSync(file)) return file
  process.stdout.write('  fetching Trino\n')
  const artefact = `-Dartifact=io.trino:trino-server:${VERSION}:tar.gz`
  const options = { stdio: 'ignore', timeout: FETCH_MS }
  execFileSync('mvn', ['-q', '-B', 'dependency:get', artefact, '-Dtransitive=false'], options)
  return file
}

function unpacked(archive) {
  process.stdout.write('  unpacking Trino\n')
  mkdirSync(FOLDER, { recursive: true })
  const fresh = mkdtempSync(join(FOLDER, 'fresh-'))
  try {
    const parts = PARTS.map((part) => `${NAME}/${part}`)
    execFileSync('tar', ['xzf', archive, '-C', fresh, ...parts], { stdio: 'ignore', timeout: FETCH_MS })
    const home = join(FOLDER, NAME)
    rmSync(home, { recursive: true, force: true })
    renameSync(join(fresh, NAME), home)
    return home
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
