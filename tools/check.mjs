// What a change needs before it goes in: format and lint, types, architecture, unused code, and every test but those
// that take long (*.long.test.ts) or need a browser, which `npm test` adds.
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runSteps } from './lib/steps.mjs'
import { prepareSystem } from './lib/system.mjs'

const bin = (name) => join('node_modules', '.bin', name)
const tsc = join('node_modules', '@typescript', 'native', 'bin', 'tsc')

/** The steps of the check; `reports` is where the test report goes, `projects` whose tests run (`vitest.config.ts`). */
export const checkSteps = (reports, env, projects) => [
  { name: 'format and lint', command: bin('biome'), args: ['check', '--error-on-warnings', '.'] },
  ...['pure', 'server', 'web', 'packages'].map((side) => ({
    name: `types, ${side}`,
    command: process.execPath,
    args: [tsc, '-p', `tsconfig.${side}.json`],
  })),
  { name: 'types, tests', command: process.execPath, args: [tsc, '-p', 'tsconfig.json'] },
  { name: 'import rules', command: bin('depcruise'), args: ['src', 'packages', '--config', '.dependency-cruiser.cjs'] },
  { name: 'import rules can fail', command: process.execPath, args: ['tools/arch-canary.mjs'] },
  { name: 'unused code', command: bin('knip'), args: [] },
  {
    name: 'unit and integration',
    command: bin('vitest'),
    args: [
      'run',
      ...projects.map((name) => `--project=${name}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'unit.json')}`,
    ],
    json: join(reports, 'unit.json'),
    env,
  },
]

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { env, missing } = prepareSystem()
  if (missing.length > 0) console.log(`  SKIPPED for want of: ${missing.join(', ')}`)
  const steps = checkSteps(mkdtempSync(join(tmpdir(), 'sightline-check-')), env, ['together', 'alone'])
  // Tests wait for servers in between.
  const total = await runSteps(steps.map((step) => (step.json ? { ...step, isAhead: true } : step)))
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exit(total.failed > 0 ? 1 : 0)
}
