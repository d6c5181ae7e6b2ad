import type { Control } from '../chart.ts'
import { filtersControl, metricControl, numberFormatControl } from '../parts/controls.ts'
import { linearSchemeControl } from '../parts/linear-scheme-control.ts'
import { UNITED_STATES } from './options.ts'

export const countryMapControls: readonly Control[] = [
  {
    field: 'select_country',
    kind: 'openSelect',
    section: 'data',
    label: 'Country',
    choices: [{ value: UNITED_STATES, label: 'United States' }],
    default: UNITED_STATES,
  },
  {
    field: 'entity',
    kind: 'column',
    section: 'data',
    label: 'Parts of the country',
    help: 'Names or codes, such as US-CA or CA',
    isRequired: true,
  },
  metricControl,
  filtersControl,
  linearSchemeControl,
  { field: 'show_legend', kind: 'toggle', section: 'style', label: 'Show the legend', default: true },
  { field: 'zoomable', kind: 'toggle', section: 'style', label: 'Can be zoomed and moved', default: true },
  numberFormatControl('number_format'),
]
