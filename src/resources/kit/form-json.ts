import type { z } from 'zod'
import { Problem } from '../../wire/problem.ts'

const MISSING = '400 Bad Request: The browser (or proxy) sent a request that this server could not understand.'

/** The JSON value of a form's field. Throws 400 in the older views' envelope when it is missing or no JSON. */
export function formJson(form: Readonly<Record<string, string>>, name: string): unknown {
  const text = form[name]
  if (text === undefined) throw new Problem(400, MISSING, { envelope: 'error' })
  try {
    return JSON.parse(text, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch (cause) {
    throw new Problem(400, `${name} is not valid JSON`, { envelope: 'error', cause })
  }
}

/** A field's value in its shape. Throws 400 naming what is wrong. */
export function shaped<T>(schema: z.ZodType<T>, value: unknown, name: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const path = [name, ...(issue?.path ?? [])].join('.')
  throw new Problem(400, `${path}: ${issue?.message ?? 'not valid'}`, { envelope: 'error' })
}
