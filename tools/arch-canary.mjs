// Proves that every architecture rule can fail: one planted violation per rule, in four spellings of an import.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs')
const SPELLINGS = [
  (path) => `import '${path}'`,
  (path) => `import type * as x from '${path}'; export type y = typeof x`,
  (path) => `export * from '${path}'`,
  (path) => `export const x = () => import('${path}')`,
]
const PLANTS = {
  'no-upward-from-kernel': ['src/kernel/canary.ts', '../wire/route.ts'],
  'no-upward-from-wire': ['src/wire/canary.ts', '../query/query-object.ts'],
  'no-upward-from-query': ['src/query/canary.ts', '../charts/charts.ts'],
  'no-upward-from-engines-and-charts-and-metadata': ['src/charts/canary.server.ts', '../gateway/limits.ts'],
  'no-upward-from-gateway': ['src/gateway/canary.server.ts', '../resources/routes.ts'],
  'no-upward-from-resources': ['src/resources/canary.web.ts', '../web/app/bootstrap.ts'],
  'engines-charts-and-metadata-are-strangers': ['src/charts/canary.ts', '../engines/dialects.ts'],
  'server-and-web-are-strangers': ['src/web/app/canary.ts', '../../server/settings.ts'],
  'server-files-stay-on-the-server': ['src/web/app/canary.ts', '../../metadata/open.server.ts'],
  'web-files-stay-in-the-browser': ['src/kernel/canary.ts', './planted.web.ts'],
  'one-engine-one-folder': ['src/engines/trino/canary.ts', '../duckdb/dialect.ts'],
  'product-knows-no-packages': ['src/server/canary.ts', '../../packages/kit/fault.ts'],
  'packages-know-helpers-and-the-contract': [
    'packages/sightline-engine-bigquery/canary.ts',
    '../../src/metadata/open.server.ts',
  ],
  'one-chart-one-folder': ['src/charts/table/canary.ts', '../pie/draw.ts'],
  'resources-meet-only-at-contracts': ['src/resources/query/canary.server.ts', '../dataset/store.server.ts'],
  'screens-do-not-import-screens': ['src/web/dashboard/canary.ts', '../explore/store.ts'],
  'ui-kit-knows-no-product': ['src/web/ui/canary.ts', '../../wire/route.ts'],
  'models-know-no-react': ['src/web/sql-editor/model/canary.ts', 'react'],
  'drivers-only-in-engines': ['src/server/canary.ts', '@duckdb/node-api'],
  'no-test-in-product': ['src/kernel/canary.ts', '../metadata/open.test.ts'],
  'not-to-unresolvable': ['src/kernel/canary.ts', './nowhere.ts'],
}
const NEEDED = { 'src/kernel/planted.web.ts': 'export const planted = 1' }

const silent = forbidden.map((rule) => rule.name).filter((name) => name !== 'no-cycles' && !PLANTS[name])
if (silent.length) fail(`no canary for: ${silent.join(', ')}`)

const planted = {}
const extra = { ...NEEDED }
for (const [rule, [file, target]] of Object.entries(PLANTS)) {
  for (const [i, spell] of SPELLINGS.entries())
    planted[file.replace('canary', `canary-${rule}-${i}`)] = [rule, spell(target)]
}
planted['src/kernel/canary-cycle-a.ts'] = ['no-cycles', "import './canary-cycle-b.ts'"]
extra['src/kernel/canary-cycle-b.ts'] = "import './canary-cycle-a.ts'"

const noticed = cruise(planted, extra)
const blind = Object.entries(planted).filter(([file, [rule]]) => !noticed.has(`${rule} ${file}`))
if (blind.length) fail(blind.map(([file, [rule, text]]) => `${rule} did not notice ${file}: ${text}`).join('\n'))
console.log(`${forbidden.length} architecture rules can all fail`)

function cruise(files, others) {
  const root = mkdtempSync(join(tmpdir(), 'canary-'))
  for (const entry of [
    'src',
    'packages',
    '.dependency-cruiser.cjs',
    'tsconfig.json',
    'tsconfig.base.json',
    'package.json',
  ])
    cpSync(entry, join(root, entry), { recursive: true })
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  const texts = [...Object.entries(files).map(([path, [, text]]) => [path, text]), ...Object.entries(others)]
  for (const [path, text] of texts) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const args = ['src', 'packages', '--config', '.dependency-cruiser.cjs', '-T', 'json']
  try {
    return read(execFileSync('node_modules/.bin/depcruise', args, { cwd: root, maxBuffer: 1e9 }))
  } catch (error) {
    return read(error.stdout)
  } finally {
    rmSync(root, { recursive: true })
  }
}

function read(json) {
  return new Set(JSON.parse(json).summary.violations.map((v) => `${v.rule.name} ${v.from}`))
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
