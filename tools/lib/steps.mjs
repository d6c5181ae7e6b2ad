// Runs named steps one after another, keeps their output short when they pass and whole when they fail, and counts.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'

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

/** Runs steps `{ name, command, args, json? }`; a step with `json` counts the tests of a vitest report. */
export async function runSteps(steps) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const step of steps) {
    process.stdout.write(`  ${step.name.padEnd(22)}`)
    const { ok, output, ms } = await run(step.command, step.args, step)
    const counts = countsOf(step, ok)
    total.passed += counts.passed
    total.failed += counts.failed
    total.skipped += counts.skipped
    const detail = step.json ? `  ${counts.passed} passed, ${counts.failed} failed` : ''
    process.stdout.write(`${ok ? 'ok    ' : 'FAILED'} ${(ms / 1000).toFixed(1).padStart(6)} s${detail}\n`)
    if (!ok) process.stdout.write(`${output.trimEnd()}\n`)
  }
  return total
}

/** A step without a report counts as one; a step that failed counts at least one failure. */
function countsOf(step, ok) {
  const report = step.json ? readReport(step.json) : null
  const counts = report ?? { passed: ok ? 1 : 0, failed: 0, skipped: 0 }
  return ok ? counts : { ...counts, failed: Math.max(1, counts.failed) }
}

function readReport(file) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(file, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests }
  } catch {
    return null
  }
}
