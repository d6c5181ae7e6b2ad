// The engine packages on programs that stand for their services: npm run test:packages. They come from the registries of
// Python and of Node, so this is no part of the other suites; what cannot be had is named and counts as failed.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findJava } from './engines/java.mjs'
import { FOLDER, QUIETLY } from './engines/maven.mjs'
import { pythonPackages } from './engines/python.mjs'
import { runSteps } from './lib/steps.mjs'
import { prepareSystem } from './lib/system.mjs'

const JAVA = 17
const NEEDED = [
  {
    label: 'crucible, an emulator of BigQuery (Python)',
    prepare: () => ({
      SIGHTLINE_TEST_CRUCIBLE: join(pythonPackages('crucible', 'crucible-emulator[server]==0.1.0a2'), 'crucible'),
    }),
  },
  {
    label: "Google's analyser of BigQuery's SQL (Node)",
    prepare: () => ({ SIGHTLINE_TEST_ZETASQL: zetasql('1.13.0') }),
  },
  {
    label: 'fakesnow, an emulator of Snowflake (Python)',
    prepare: () => ({
      SIGHTLINE_TEST_FAKESNOW: join(
        pythonPackages('fakesnow', 'fakesnow[server]==0.12.1', 'snowflake-connector-python==3.18.1'),
        'fakesnow',
      ),
    }),
  },
  {
    label: 'minilake, an emulator of the interface of Databricks (Python)',
    prepare: () => ({ SIGHTLINE_TEST_MINILAKE: join(pythonPackages('minilake', 'minilake==1.9.0'), 'minilake') }),
  },
  {
    label: `Spark, the engine of Databricks (Python, and Java ${JAVA})`,
    prepare: () => {
      const java = findJava(JAVA, FOLDER)
      if (!java) throw new Error(`no Java ${JAVA} or newer was found; set SIGHTLINE_TEST_JAVA to one`)
      const bin = pythonPackages('spark', 'pyspark==4.3.0', 'pyarrow==26.0.1', 'pandas==3.1.1')
      return { SIGHTLINE_TEST_SPARK: join(bin, 'python') }
    },
  },
]

/** A folder with the analyser, which is too large for the developer packages. */
function zetasql(version) {
  const home = join(FOLDER, `zetasql-${version}`)
  const name = '@fivetrandevelopers/zetasql'
  if (existsSync(join(home, 'node_modules', name))) return home
  process.stdout.write(`  fetching ${name}\n`)
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"private":true}\n')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${name}@${version}`], {
    ...QUIETLY,
    cwd: home,
  })
  return home
}

const { env, missing: absent } = prepareSystem(['Chromium'])
const missing = absent.map((name) => `${name}: it is not installed`)
console.log(
  '  engine packages are tested on programs that are fetched now, more than 1 GB where none of them is there yet',
)
for (const { label, prepare } of NEEDED)
  try {
    Object.assign(env, prepare())
  } catch (error) {
    missing.push(`${label}: ${error.message}`)
  }
if (missing.length > 0) console.log(`\n  NOT TO BE HAD\n${missing.map((line) => `    ${line}`).join('\n')}\n`)
const reports = mkdtempSync(join(tmpdir(), 'sightline-packages-'))
const total = await runSteps([
  { name: 'build', command: process.execPath, args: ['tools/build.mjs', 'web', '--missing'] },
  {
    name: 'engine packages',
    command: join('node_modules', '.bin', 'vitest'),
    args: [
      'run',
      '--config',
      'vitest.packages.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'packages.json')}`,
      ...process.argv.slice(2),
    ],
    json: join(reports, 'packages.json'),
    env,
  },
])
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 || missing.length > 0 ? 1 : 0)
