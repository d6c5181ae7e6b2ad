import { mkdirSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FilesCommand, isFilesCommand } from './files/options.ts'
import { HELP } from './help.ts'
import type { McpCommand } from './mcp/options.ts'
import { readCommand, type Settings } from './settings.ts'
import { SettingsError } from './settings-error.ts'

void main(process.argv.slice(2))

async function main(argv: readonly string[]): Promise<void> {
  try {
    const command = readCommand(argv, process.env)
    if (command.kind === 'help') return void process.stdout.write(HELP)
    keepCompiledCode()
    if (command.kind === 'version')
      return void process.stdout.write(`${(await import('./package-root.ts')).version()}\n`)
    if (command.kind === 'add-user') return await (await import('./add-user.ts')).addUserCommand(command)
    if (command.kind === 'verify-audit') return await runVerifyAudit(command.settings)
    if (command.kind === 'files') return await runFiles(command)
    if (command.kind === 'mcp') return await runMcp(command)
    await (await import('./serve.ts')).serve(command.settings)
  } catch (cause) {
    process.stderr.write(`${await failureText(cause)}\n`)
    process.exit(isFilesCommand(argv) ? 2 : 1)
  }
}

async function runVerifyAudit(settings: Settings): Promise<void> {
  const { words, code } = await (await import('./audit-verify.ts')).verifyAudit(settings)
  process.stdout.write(`${words}\n`)
  process.exitCode = code
}

async function runFiles(command: FilesCommand): Promise<void> {
  const { filesCommand } = await import('./files/command.ts')
  const print = (lines: readonly string[]) => void process.stdout.write(lines.map((line) => `${line}\n`).join(''))
  process.exitCode = await filesCommand(command, print)
}

async function runMcp(command: McpCommand): Promise<void> {
  await (await import('./mcp/bridge.ts')).mcpCommand(command, process.stdin, process.stdout)
}

async function failureText(cause: unknown): Promise<string> {
  if (cause instanceof SettingsError) return cause.message
  const { isUserFault } = await import('./user-fault.ts')
  if (!(cause instanceof Error)) return `Sightline failed: ${String(cause)}`
  return isUserFault(cause) ? cause.message : `Sightline failed: ${cause.stack ?? cause.message}`
}

/** Compiled code is kept between starts, so that the first answer comes sooner. */
function keepCompiledCode(): void {
  const dir = join(process.env['XDG_CACHE_HOME'] ?? tmpdir(), `sightline-code-${process.getuid?.() ?? 'user'}`)
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    enableCompileCache(dir)
  } catch {
    // Without the cache the start only takes longer.
  }
}
