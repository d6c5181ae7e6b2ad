// The engines on their real servers: npm run test:engines. What is not to be had is named; in CI six are required.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { prepareClickhouse } from './engines/clickhouse.mjs'
import { prepareMysql } from './engines/mysql.mjs'
import { prepareTrino } from './engines/trino.mjs'
import { runSteps } from './lib/steps.mjs'
import { prepareSystem } from './lib/system.mjs'

const { env, missing } = prepareSystem(['Chromium', 'PostgreSQL', 'MariaDB'])
const clickhouse = prepareClickhouse()
const trino = prepareTrino()
const mysql = prepareMysql()
const absent = [
  ...missing.map((name) => `${name}: it is not installed`),
  ...(clickhouse === null ? [] : [`ClickHouse: ${clickhouse}`]),
  ...(trino.home ? [] : [`Trino: ${trino.why}`]),
]
// MariaDB stands for the engine of both.
const others = mysql.home ? [] : [`MySQL itself: ${mysql.why}`]
if (absent.length + others.length > 0) {
  console.log(
    `\n  NOT TESTED, BECAUSE THEIR SERVER IS NOT TO BE HAD\n${[...absent, ...others].map((line) => `    ${line}`).join('\n')}\n`,
  )
  if (process.env.CI && absent.length > 0) {
    console.log('  in CI all six engines are required')
    process.exit(1)
  }
}
const reports = mkdtempSync(join(tmpdir(), 'sightline-engines-'))
const total = await runSteps([
  { name: 'build', command: process.execPath, args: ['tools/build.mjs', 'web', '--missing'] },
  {
    name: 'engines on real servers',
    command: join('node_modules', '.bin', 'vitest'),
    args: [
      'run',
      '--config',
      'vitest.engines.config.ts',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'engines.json')}`,
    ],
    json: join(reports, 'engines.json'),
    env: {
      ...env,
      ...(trino.home ? { SIGHTLINE_TEST_TRINO: trino.home, SIGHTLINE_TEST_JAVA: trino.java } : {}),
      ...(mysql.home ? { SIGHTLINE_TEST_MYSQL: mysql.home } : {}),
    },
  },
])
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
