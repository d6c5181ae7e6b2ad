// Completes package-lock.json with the packages of other platforms, which npm leaves out when the registry at hand does
// not have them: npm ci needs every name in the lock, on every platform. Run after npm install: node tools/complete-lock.mjs
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '..', 'package-lock.json')
const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const PROCESSORS = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64', 'wasm32']

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
let added = 0
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`
    if (key in lock.packages || !/^\d+\.\d+\.\d+/.test(version)) continue
    lock.packages[key] = { version, ...platformOf(name), ...(parent.dev && { dev: true }), optional: true }
    added += 1
  }
}
const [root, ...rest] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => a.localeCompare(b, 'en'))])
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`)
console.log(`${added} packages of other platforms added`)

function platformOf(name) {
  const words = name.split('/').at(-1).split('-')
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu = PROCESSORS.find((processor) => words.includes(processor))
  const libc = words.includes('musl') || words.includes('musleabihf') ? 'musl' : 'glibc'
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && { libc: [libc] }),
    ...(os && { os: [os] }),
  }
}
