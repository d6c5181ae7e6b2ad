export type TemplateParams = Readonly<Record<string, unknown>>

/** JSON text as an object; empty text is an empty object, null when it is neither. */
export function parseTemplateParams(text: string | null): TemplateParams | null {
  if (text === null || text.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const templateParamCount = (text: string | null): number => Object.keys(parseTemplateParams(text) ?? {}).length

const isObject = (value: unknown): value is TemplateParams =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
