import { isJson } from './tool.ts'

/** JSON of the store as an object; an empty one when it is none. */
export function objectOf(text: unknown): Record<string, unknown> {
  if (typeof text !== 'string') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
