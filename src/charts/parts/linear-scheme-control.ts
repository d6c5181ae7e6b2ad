import type { Control } from '../chart.ts'
import { DEFAULT_LINEAR_SCHEME, LINEAR_SCHEMES } from './linear-schemes.ts'

export const linearSchemeControl: Control = {
  field: 'linear_color_scheme',
  kind: 'linearScheme',
  section: 'style',
  label: 'Colours of values',
  choices: LINEAR_SCHEMES.map(({ id, label }) => ({ value: id, label })),
  default: DEFAULT_LINEAR_SCHEME,
}
