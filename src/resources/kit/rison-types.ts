import { z } from 'zod'

/** Values of `q` whose failure is told in the words that clients of the dialect know. */
const typed = <T>(type: string, check: (value: unknown) => boolean) =>
  z.custom<T>(check, { error: (issue) => `${show(issue.input)} is not of type '${type}'` })

/** A whole number that every store can count with; pages and ids are none beyond 2^53. */
export const risonInteger = () => typed<number>('integer', Number.isSafeInteger)
export const risonNumber = () => typed<number>('number', (value) => typeof value === 'number')
export const risonBoolean = () => typed<boolean>('boolean', (value) => typeof value === 'boolean')
export const risonText = () => typed<string>('string', (value) => typeof value === 'string')
export const risonList = () => typed<unknown[]>('array', Array.isArray)
export const risonObject = () =>
  typed<Record<string, unknown>>(
    'object',
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  )

/** What a schema of the dialect says of a key that is not there. */
export const missing = (name: string) => `'${name}' is a required property`
export const requiredText = (name: string) =>
  z.string({
    error: (issue) => (issue.input === undefined ? missing(name) : `${show(issue.input)} is not of type 'string'`),
  })
export const requiredNumber = (name: string) =>
  z.number({
    error: (issue) => (issue.input === undefined ? missing(name) : `${show(issue.input)} is not of type 'number'`),
  })

/** A value as the messages of the dialect print it: texts in single quotes, lists in brackets. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${value}'`
  if (Array.isArray(value)) return `[${value.map(show).join(', ')}]`
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([key, inner]) => `'${key}': ${show(inner)}`)
      .join(', ')}}`
  return String(value)
}
