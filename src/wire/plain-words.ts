import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const MAPPING = 'Not a valid mapping type.'
/** What clients of the dialect are told of a value that is not of the field's kind. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'Not a valid string.',
  int: 'Not a valid integer.',
  number: 'Not a valid number.',
  boolean: 'Not a valid boolean.',
  array: 'Not a valid list.',
  tuple: 'Not a valid list.',
  object: MAPPING,
  record: MAPPING,
  date: 'Not a valid datetime.',
}

/** The words of a fault whose field has no words of its own; undefined where the library's own are plain enough. */
export function plainWords(issue: Issue): string | undefined {
  const { input } = issue
  if (issue.code === 'invalid_type' && issue.path?.length === 0 && KINDS[issue.expected] === MAPPING)
    return 'Invalid input type.'
  if (issue.code === 'invalid_type' && input === undefined) return 'Missing data for required field.'
  if (issue.code === 'invalid_type') return input === null ? 'Field may not be null.' : KINDS[issue.expected]
  if (issue.code === 'invalid_union') return 'Invalid value.'
  if (issue.code === 'invalid_value') return `Must be one of: ${issue.values.map(String).join(', ')}.`
  return undefined
}

/** The same in the words of a schema, which `q` is judged by. */
export function schemaWords(issue: Issue): string | undefined {
  if (issue.code !== 'invalid_type') return undefined
  const { input, expected } = issue
  if (input === undefined) return `'${String(issue.path?.at(-1) ?? '')}' is a required property`
  const value = typeof input === 'string' ? `'${input}'` : JSON.stringify(input)
  return `${value} is not of type '${expected === 'int' ? 'integer' : expected}'`
}
