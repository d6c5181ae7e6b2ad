import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { openArchive } from '../../gateway/import-files.server.ts'
import { fromYaml } from '../../gateway/yaml-file.ts'
import { zipOf } from '../../gateway/zip.server.ts'
import { type CheckedArchive, checkDashboardArchive } from '../../resources/dashboard-files/check.server.ts'
import { problemsOf } from '../../resources/kit/import-report.server.ts'
import { SettingsError } from '../settings-error.ts'
import { type Folder, readFolder, writeFolder } from './folder.ts'
import { FILES_HELP, type FilesCommand } from './options.ts'
import { faultLines, reportLines, unmappedLines } from './print.ts'
import { type Fields, type Remote, RemoteError, signIn } from './remote.ts'

/** How a command ended: valid, the same, exported or applied; different or invalid; could not be done. */
export type ExitCode = 0 | 1 | 2
type Print = (lines: readonly string[]) => void

/**
 * `sightline export|validate|diff|apply`. Everything but `validate` goes through the HTTP interface of a running
 * server: what the user may not do there is refused here, it is written into the audit log, and nothing writes into a
 * metadata store behind the back of the servers that have it open. Throws `SettingsError` for wrong use.
 */
export async function filesCommand(command: FilesCommand, print: Print): Promise<ExitCode> {
  if (command.wantsHelp) {
    print([FILES_HELP.trimEnd()])
    return 0
  }
  try {
    if (command.verb === 'export') return await exportTo(command, print)
    const folder = await readFolder(command.dir)
    const checked = await checkedFolder(folder)
    print(faultLines('invalid', checked.problems))
    if (checked.problems.length > 0) return 1
    print(faultLines('note', checked.notes))
    if (command.verb === 'validate') return validated(folder, checked, print)
    return await compare(command, folder, print)
  } catch (cause) {
    if (!(cause instanceof RemoteError)) throw cause
    print([cause.message])
    return 2
  }
}

async function exportTo(command: FilesCommand, print: Print): Promise<ExitCode> {
  const remote = await signedIn(command)
  const { written, same } = await writeFolder(command.dir, await remote.export(command.dashboards))
  print([...written.map((path) => `written  ${path}`), `${written.length} written, ${same} as they were`])
  return 0
}

function validated(folder: Folder, { unmapped }: CheckedArchive, print: Print): ExitCode {
  print([...unmappedLines(unmapped), `${folder.size} files, valid`])
  return 0
}

/** `diff` and `apply`: what an import would do, and the import. */
async function compare(command: FilesCommand, folder: Folder, print: Print): Promise<ExitCode> {
  const remote = await signedIn(command)
  const archive = await archiveOf(folder)
  const passwords = command.passwordsFile === null ? {} : { passwords: await passwordsIn(command.passwordsFile) }
  const fields: Fields = { overwrite: 'true', overwrite_datasets: 'true', ...passwords }
  const { objects, problems, secrets } = await remote.inspect(archive, fields)
  const missing = secrets.map(({ file, field }) => ({ file, message: `needs a secret (${field}); see --passwords` }))
  print(faultLines('invalid', [...problems, ...missing]))
  if (problems.length + missing.length > 0) return 1
  print(reportLines({ objects }))
  const isSame = objects.every(({ outcome }) => outcome === 'unchanged')
  if (command.verb === 'diff') return isSame ? 0 : 1
  return await applied(remote, { archive, fields, isSame, isDryRun: command.isDryRun }, print)
}

async function applied(
  remote: Remote,
  change: {
    readonly archive: Buffer
    readonly fields: Fields
    readonly isSame: boolean
    readonly isDryRun: boolean
  },
  print: Print,
): Promise<ExitCode> {
  if (change.isSame) print(['Nothing to apply.'])
  else if (change.isDryRun) print(['Dry run: nothing was changed.'])
  else {
    await remote.apply(change.archive, change.fields)
    print(['Applied.'])
  }
  return 0
}

async function checkedFolder(folder: Folder): Promise<CheckedArchive> {
  const broken = [...folder].flatMap(([file, content]) => {
    try {
      fromYaml(content)
      return []
    } catch (cause) {
      return [{ file, message: cause instanceof Error ? (cause.message.split('\n', 1)[0] ?? '') : String(cause) }]
    }
  })
  if (broken.length > 0) return { problems: broken, notes: [], unmapped: [] }
  try {
    const archive = await openArchive(await archiveOf(folder), 'dashboard', 'Dashboard')
    return checkDashboardArchive(archive, new Date())
  } catch (cause) {
    return { problems: problemsOf(cause), notes: [], unmapped: [] }
  }
}

const archiveOf = (folder: Folder): Promise<Buffer> =>
  zipOf(
    [...folder].map(([path, content]) => ({ name: `dashboards/${path}`, content })),
    new Date(),
  )

const PasswordFile = z.record(z.string(), z.string())

async function passwordsIn(file: string): Promise<string> {
  try {
    return JSON.stringify(PasswordFile.parse(JSON.parse(await readFile(file, 'utf8'))))
  } catch (cause) {
    throw new SettingsError(`${file} must hold a JSON object of texts.`, { cause })
  }
}

async function signedIn({ url, apiKey, username, password }: FilesCommand): Promise<Remote> {
  return signIn(url, apiKey === null ? { username, password: password ?? (await typedPassword()) } : { apiKey })
}

async function typedPassword(): Promise<string> {
  if (process.stdin.isTTY) process.stderr.write('Password (ends with Ctrl+D): ')
  return (await text(process.stdin)).split(/\r?\n/, 1)[0] ?? ''
}
