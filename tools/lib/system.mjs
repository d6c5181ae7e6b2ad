// What the tests need of the system: found, installed where that is possible, or named.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const NEEDS = [
  {
    name: 'Chromium',
    packages: ['chromium'],
    variable: 'SIGHTLINE_TEST_CHROMIUM',
    find: () => onPath('chromium') ?? onPath('chromium-browser') ?? onPath('google-chrome'),
  },
  { name: 'PostgreSQL', packages: ['postgresql'], variable: 'SIGHTLINE_TEST_POSTGRES_BIN', find: findPostgres },
  { name: 'MariaDB', packages: ['mariadb-server'], variable: 'SIGHTLINE_TEST_MARIADB_BIN', find: findMariaDb },
  {
    name: 'Redis',
    packages: ['redis-server'],
    variable: 'SIGHTLINE_TEST_REDIS_BIN',
    find: () => folderOf('redis-server'),
  },
]

/** Finds or installs what is needed, or only the named; gives the environment for the tests and what is missing. */
export function prepareSystem(names = NEEDS.map(({ name }) => name)) {
  const env = {}
  const missing = []
  for (const need of NEEDS.filter(({ name }) => names.includes(name))) {
    const found = process.env[need.variable] ?? need.find() ?? installed(need)
    if (found) env[need.variable] = found
    else missing.push(need.name)
  }
  return { env, missing }
}

function installed(need) {
  if (process.getuid?.() !== 0 || !onPath('apt-get')) return null
  process.stdout.write(`  installing ${need.name}\n`)
  const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  try {
    execFileSync('apt-get', ['update', '-qq'], options)
    execFileSync('apt-get', ['install', '-y', '-qq', ...need.packages], options)
  } catch {
    return null
  }
  return need.find()
}

function onPath(name) {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(dir, name)
    if (existsSync(file)) return file
  }
  return null
}

function findPostgres() {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return null
  const versions = readdirSync(root).sort((a, b) => Number(b) - Number(a))
  const bin = versions.map((version) => join(root, version, 'bin')).find((dir) => existsSync(join(dir, 'initdb')))
  return bin ?? null
}

function findMariaDb() {
  return folderOf('mariadbd')
}

function folderOf(name) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  return folders.find((dir) => existsSync(join(dir, name))) ?? null
}
