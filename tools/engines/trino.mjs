// The Trino server of the tests: the parts of its Maven artefact that it needs to start, and a Java that runs it.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findJava } from './java.mjs'
import { artefact, FOLDER, installed, QUIETLY } from './maven.mjs'

const VERSION = '476'
const JAVA = 22
const NAME = `trino-server-${VERSION}`
const SERVER = { label: 'Trino', group: 'io.trino', name: 'trino-server', version: VERSION, extension: 'tar.gz' }
const PARTS = ['lib', 'plugin/memory', 'plugin/tpch', 'plugin/password-authenticators']

/** Gives `{ home, java }`, or `{ why }` when the server cannot be started. */
export function prepareTrino() {
  const java = findJava(JAVA, FOLDER)
  if (!java) return { why: `no Java ${JAVA} or newer was found; set SIGHTLINE_TEST_JAVA to one` }
  const home = process.env.SIGHTLINE_TEST_TRINO ?? join(FOLDER, NAME)
  if (PARTS.every((part) => existsSync(join(home, part)))) return { home, java }
  try {
    const archive = artefact(SERVER)
    return { home: installed({ label: SERVER.label, name: NAME, unpack: (folder) => unpack(archive, folder) }), java }
  } catch (error) {
    return { why: `its Maven artefact could not be fetched: ${error.message}` }
  }
}

function unpack(archive, folder) {
  const parts = PARTS.map((part) => `${NAME}/${part}`)
  execFileSync('tar', ['xzf', archive, '-C', folder, ...parts], QUIETLY)
}
