// Programs that are Python packages, each in an environment of its own beside these scripts.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FOLDER, QUIETLY } from './maven.mjs'

const OLDEST = 11
const NAMES = ['python3.13', 'python3.12', 'python3.11', 'python3']

/** A Python that is new enough; null where there is none. */
function findPython() {
  const given = process.env.SIGHTLINE_TEST_PYTHON
  return [...(given ? [given] : []), ...NAMES].find(isFit) ?? null
}

function isFit(command) {
  try {
    const version = execFileSync(command, ['-c', 'import sys; print(sys.version_info[1])'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return Number(version) >= OLDEST
  } catch {
    return false
  }
}

/** The folder of the programs of an environment with these packages. Throws where it cannot be made. */
export function pythonPackages(name, ...requirements) {
  const home = join(FOLDER, `python-${name}`)
  const marker = join(home, 'complete')
  if (existsSync(marker)) return join(home, 'bin')
  const python = findPython()
  if (!python) throw new Error(`no Python 3.${OLDEST} or newer was found; set SIGHTLINE_TEST_PYTHON to one`)
  process.stdout.write(`  fetching ${requirements.join(', ')}\n`)
  execFileSync(python, ['-m', 'venv', '--clear', home], QUIETLY)
  execFileSync(join(home, 'bin', 'python'), ['-m', 'pip', 'install', '--quiet', ...requirements], QUIETLY)
  execFileSync('touch', [marker])
  return join(home, 'bin')
}
