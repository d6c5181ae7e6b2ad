import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { Problem } from '../wire/problem.ts'
import { VERSION } from './export-files.server.ts'
import { unzip } from './unzip.server.ts'
import { fromYaml } from './yaml-file.ts'

export interface ImportFile<T> {
  readonly name: string
  readonly value: T
}

/** A uuid as an archive names objects by, in one spelling. */
export const uuidText = () =>
  z
    .guid({ error: ({ input }) => (typeof input === 'string' ? 'Not a valid UUID.' : undefined) })
    .transform((text) => text.toLowerCase())

/** An archive of the dialect, opened. */
export interface Archive {
  readonly type: string
  /** Files of a folder, or the one file of a name, checked; throws 422 naming the files that fail. */
  files<T>(folder: string, schema: z.ZodType<T>): readonly ImportFile<T>[]
}

const Metadata = z.looseObject({ version: z.string(), type: z.string().optional() })

const NOT_YAML = 'Not a valid YAML file'

/** What stands for the content of a file that is no YAML. */
const UNREADABLE = Symbol('unreadable')

/**
 * Reads an export's ZIP; `type` is the kind of archive that the caller takes, any without it. Throws 422 for what is no
 * archive, or one of another version or kind. A file that is no YAML is an error where it is asked for, so that other
 * files may lie beside those of the archive.
 */
export async function openArchive(bytes: Buffer, noun = 'assets', type?: string): Promise<Archive> {
  const files = await unzip(bytes)
  const values = new Map<string, unknown>()
  for (const [name, content] of files) {
    values.set(name, readYaml(content.toString('utf8')))
    await setImmediate()
  }
  if (values.get('metadata.yaml') === UNREADABLE) throw importProblem({ 'metadata.yaml': NOT_YAML }, noun)
  const metadata = Metadata.safeParse(values.get('metadata.yaml'))
  if (!metadata.success) throw importProblem({ 'metadata.yaml': 'Missing metadata.yaml' }, noun)
  if (metadata.data.version !== VERSION)
    throw importProblem({ 'metadata.yaml': { version: ['Must be equal to 1.0.0.'] } }, noun)
  if (type !== undefined && metadata.data.type !== undefined && metadata.data.type !== type)
    throw importProblem({ 'metadata.yaml': { type: [`Must be equal to ${type}.`] } }, noun)
  return {
    type: metadata.data.type ?? '',
    files: (folder, schema) => checkedFiles(values, folder, schema, noun),
  }
}

/** Failures by file, as clients of the dialect read them. */
export function importProblem(byFile: Readonly<Record<string, unknown>>, noun = 'assets'): Problem {
  const words = Object.entries(byFile).map(
    ([name, text]) => `${name}: ${typeof text === 'string' ? text : JSON.stringify(text)}`,
  )
  return new Problem(422, `Error importing ${noun}: ${words.join('; ')}`, {
    type: 'GENERIC_COMMAND_ERROR',
    level: 'warning',
    extra: byFile,
  })
}

function readYaml(text: string): unknown {
  try {
    return fromYaml(text)
  } catch {
    return UNREADABLE
  }
}

function checkedFiles<T>(
  values: ReadonlyMap<string, unknown>,
  folder: string,
  schema: z.ZodType<T>,
  noun: string,
): ImportFile<T>[] {
  const out: ImportFile<T>[] = []
  const bad: Record<string, unknown> = {}
  for (const [name, value] of values) {
    if (name !== folder && !name.startsWith(`${folder}/`)) continue
    const result = schema.safeParse(value)
    if (value === UNREADABLE) bad[name] = NOT_YAML
    else if (result.success) out.push({ name, value: result.data })
    else bad[name] = byField(result.error.issues)
  }
  if (Object.keys(bad).length > 0) throw importProblem(bad, noun)
  return out
}

type ByField = { [field: string]: ByField | string[] }

/** The texts of failures under the field that each is about, fields of parts within their part. */
function byField(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): ByField {
  const root: ByField = {}
  for (const { path, message } of issues) {
    const names = path.length === 0 ? ['_schema'] : path.map(String)
    const last = names.pop() ?? '_schema'
    let place = root
    for (const name of names) {
      const inner = place[name]
      place = place[name] = inner === undefined || Array.isArray(inner) ? {} : inner
    }
    place[last] = [message]
  }
  return root
}
