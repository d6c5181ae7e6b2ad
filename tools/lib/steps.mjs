// Runs named steps one after another, keeps their output short when they pass and whole when they fail, and counts.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** Runs a command; gives { ok, output, ms }. Output is echoed when `isLoud`. */
function run(command, args, { env = {}, isLoud = false } = {}) {
  const started = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const take = (data) => {
      output += data
      if (isLoud) process.stdout.write(data)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.on('error', (error) => resolve({ ok: false, output: String(error), ms: Date.now() - started }))
    child.on('close', (code) => resolve({ ok: code === 0, output, ms: Date.now() - started }))
  })
}

/** More files than these fail for a reason of their own, not because the machine was busy for a moment. */
const MOST_AGAIN = 3

/**
 * Runs steps `{ name, command, args, json? }`; a step with `json` counts the tests of a vitest report. Where a few files
 * of such a step fail, they are run once more, alone: what passes then is named as unsteady, what fails has failed.
 * A step that `isAhead` runs beside those before it.
 */
export async function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  const ahead = new Map(steps.filter(({ isAhead }) => isAhead).map((step) => [step, ran(step)]))
  for (const step of steps) {
    process.stdout.write(`  ${step.name.padEnd(22)}`)
    const first = await (ahead.get(step) ?? ran(step))
    const { counts, ok } = await afterSecondRun(step, first)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    const detail = step.json ? `  ${counts.passed} passed, ${counts.failed} failed` : ''
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${(first.ms / 1000).toFixed(1).padStart(6)} s${detail}\n`)
    if (!first.ok) process.stdout.write(`${first.output.trimEnd()}\n`)
    if (!first.ok && ok)
      process.stdout.write(`  UNSTEADY: ${first.report.files.join(', ')} passed only when run again, alone\n`)
  }
  return total
}

async function ran(step) {
  const done = await run(step.command, step.args, step)
  const report = step.json ? readReport(step.json) : null
  return { ...done, report, counts: countsOf(report, done.ok) }
}

async function afterSecondRun(step, { ok, report, counts }) {
  const files = report?.files ?? []
  if (ok || files.length === 0 || files.length > MOST_AGAIN) return { ok, counts }
  const second = await ran({ ...step, args: [...step.args, ...files] })
  if (!second.ok) return { ok, counts }
  return { ok: true, counts: { ...counts, passed: counts.passed + counts.failed, failed: 0 } }
}

/** A step without a report counts as one; a step that failed counts at least one failure. */
function countsOf(report, ok) {
  const counts = report?.counts ?? { passed: ok ? 1 : 0, failed: 0, skipped: 0 }
  return ok ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

function readReport(file) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(readFileSync(file, 'utf8'))
    const files = testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name))
    return { counts: { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }, files }
  } catch {
    return null
  }
}
