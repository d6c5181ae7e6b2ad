import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'
import { Problem } from '../wire/problem.ts'
import { unzip } from './unzip.server.ts'
import { fromYaml } from './yaml-file.ts'

export interface ImportFile<T> {
  readonly name: string
  readonly value: T
}

/** A uuid as an archive names objects by, in one spelling. */
export const uuidText = () => z.guid().transform((text) => text.toLowerCase())

/** An archive of the dialect, opened. */
export interface Archive {
  readonly type: string
  /** Files of a folder, checked; throws 422 naming the files that fail. */
  files<T>(folder: string, schema: z.ZodType<T>): readonly ImportFile<T>[]
}

const Metadata = z.looseObject({ version: z.string(), type: z.string().optional() })

/**
 * Reads an export's ZIP; `type` is the kind of archive that the caller takes, any without it. Throws 422 for what is no
 * archive, or one of another version or kind.
 */
export async function openArchive(bytes: Buffer, noun = 'assets', type?: string): Promise<Archive> {
  const files = await unzip(bytes)
  const values = new Map<string, unknown>()
  for (const [name, content] of files) {
    values.set(name, readYaml(name, content.toString('utf8'), noun))
    await setImmediate()
  }
  const metadata = Metadata.safeParse(values.get('metadata.yaml'))
  if (!metadata.success) throw importProblem({ 'metadata.yaml': 'Missing metadata.yaml' }, noun)
  if (!metadata.data.version.startsWith('1.'))
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

function readYaml(name: string, text: string, noun: string): unknown {
  try {
    return fromYaml(text)
  } catch {
    throw importProblem({ [name]: 'Not a valid YAML file' }, noun)
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
    if (!name.startsWith(`${folder}/`)) continue
    const result = schema.safeParse(value)
    if (result.success) out.push({ name, value: result.data })
    else bad[name] = Object.fromEntries(result.error.issues.map((issue) => [issue.path.join('.'), [issue.message]]))
  }
  if (Object.keys(bad).length > 0) throw importProblem(bad, noun)
  return out
}
