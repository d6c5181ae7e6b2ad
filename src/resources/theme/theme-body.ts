import { invalidFields, Problem } from '../../wire/problem.ts'
import { themeFaults } from '../kit/look/theme-config.ts'

export interface ThemeBody {
  readonly theme_name: string
  readonly json_data: string
}

const REQUIRED = 'Missing data for required field.'
const LONGEST_NAME = 250
const FIELDS = ['theme_name', 'json_data'] as const

/** The fields of a theme as sent; throws 400 naming what is wrong with them. Other fields are refused where `isNew`. */
export function readThemeBody(sent: Readonly<Record<string, unknown>>, isNew: boolean): ThemeBody {
  if (Object.keys(sent).length === 0) throw new Problem(400, 'Request body is required')
  const faults: Record<string, string[]> = {}
  for (const field of FIELDS) {
    const found = FAULTS[field](sent[field])
    if (found.length > 0) faults[field] = found
  }
  if (isNew)
    for (const field of Object.keys(sent)) if (!FIELDS.includes(field as never)) faults[field] = ['Unknown field.']
  if (Object.keys(faults).length > 0) throw invalidFields(faults)
  return { theme_name: String(sent['theme_name']), json_data: String(sent['json_data']) }
}

const FAULTS = {
  theme_name: (value: unknown) => {
    if (typeof value !== 'string') return [value === undefined ? REQUIRED : 'Not a valid string.']
    if (value.trim() === '') return ['Theme name cannot be empty.']
    return value.length > LONGEST_NAME ? [`Longer than maximum length ${LONGEST_NAME}.`] : []
  },
  json_data: (value: unknown) => {
    if (typeof value !== 'string') return [value === undefined ? REQUIRED : 'Not a valid string.']
    return themeFaults(value)
  },
} as const
