// The whole test: the check with its long tests, then journeys in a real browser. In CI nothing may be skipped.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkSteps } from './check.mjs'
import { runSteps } from './lib/steps.mjs'
import { prepareSystem } from './lib/system.mjs'

const { env, missing } = prepareSystem()
if (missing.length > 0) {
  console.log(`  SKIPPED for want of: ${missing.join(', ')}`)
  if (process.env.CI) {
    console.log('  in CI nothing may be skipped')
    process.exit(1)
  }
}
const reports = mkdtempSync(join(tmpdir(), 'sightline-test-'))
const journeys = {
  name: 'journeys in a browser',
  command: join('node_modules', '.bin', 'vitest'),
  args: [
    'run',
    '--config',
    'vitest.e2e.config.ts',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, 'e2e.json')}`,
  ],
  json: join(reports, 'e2e.json'),
  env,
}
const total = await runSteps([
  { name: 'build', command: process.execPath, args: ['tools/build.mjs'] },
  ...checkSteps(reports, env, ['*']),
  ...(missing.includes('Chromium') ? [] : [journeys]),
])
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)
