import { z } from 'zod'
import { ownsObject } from '../metadata/owners.server.ts'
import type { OwnedKind } from '../metadata/tables.server.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import type { Passwords } from './import-database.server.ts'
import { type ImportFile, importProblem } from './import-files.server.ts'
import type { Services } from './services.server.ts'

/** An import under way: its services write inside one transaction, so that it is stored as a whole or not at all. */
export interface ImportRun {
  readonly services: Services
  readonly caller: Caller
  readonly userId: number
  readonly overwrite: boolean
  /** Datasets that charts of the archive need are written over as well, not only what is asked for. */
  readonly overwritesDatasets: boolean
  readonly passwords: Passwords
  /** What is imported, in the words of its errors. */
  readonly noun: string
}

/** Runs `work` with services that write inside one transaction. */
export const inTransaction = <T>(services: Services, work: (services: Services) => Promise<T>): Promise<T> =>
  services.db.transaction().execute((trx) => work({ ...services, db: trx }))

class TakenBack extends Error {
  readonly value: unknown

  constructor(value: unknown) {
    super('What was written is taken back')
    this.value = value
  }
}

/** Runs `work` with services that write, gives its value, and takes everything back that it wrote. */
export async function inVain<T>(services: Services, work: (services: Services) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(services, async (own) => {
      throw new TakenBack(await work(own))
    })
  } catch (cause) {
    if (cause instanceof TakenBack) return cause.value as T
    throw cause
  }
}

const PasswordsField = z.record(z.string(), z.string())

/** The fields beside the file of an import. */
export function readImportFields(fields: Readonly<Record<string, string>>) {
  return {
    overwrite: fields.overwrite === 'true',
    overwritesDatasets: fields.overwrite_datasets === 'true',
    passwords: readPasswords(fields),
  }
}

function readPasswords(fields: Readonly<Record<string, string>>): Passwords {
  const read = (name: string) => {
    const text = fields[name]
    if (text === undefined || text === '') return {}
    try {
      return PasswordsField.parse(JSON.parse(text))
    } catch (cause) {
      throw new Problem(400, { [name]: ['Not a valid JSON object of texts.'] }, { cause })
    }
  }
  return {
    database: read('passwords'),
    password: read('ssh_tunnel_passwords'),
    private_key: read('ssh_tunnel_private_keys'),
    private_key_password: read('ssh_tunnel_private_key_passwords'),
  }
}

/** Whether who imports may change an object that is stored. */
export const mayOverwrite = ({ services, caller }: ImportRun, kind: OwnedKind, id: number): Promise<boolean> =>
  ownsObject(services.db, kind, id, caller)

/** Why the file of a stored object is refused where nothing was said of writing over it. */
export const notPassed = (noun: string) => `${noun} already exists and \`overwrite=true\` was not passed`

/** Throws 422 naming the files whose objects are stored and may not be written over. `noun` begins the sentence. */
export async function checkOverwrites(
  run: ImportRun,
  kind: OwnedKind,
  noun: string,
  files: readonly ImportFile<{ readonly uuid: string }>[],
  known: ReadonlyMap<string, { readonly id: number }>,
): Promise<void> {
  const refused: Record<string, string> = {}
  for (const { name, value } of files) {
    const stored = known.get(value.uuid)
    if (!stored) continue
    if (!run.overwrite) refused[name] = notPassed(noun)
    else if (!(await mayOverwrite(run, kind, stored.id)))
      refused[name] = `${noun} already exists and you may not change it`
  }
  if (Object.keys(refused).length > 0) throw importProblem(refused, run.noun)
}
