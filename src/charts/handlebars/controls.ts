import type { Control } from '../chart.ts'
import {
  filtersControl,
  groupbyControl,
  metricsControl,
  orderDescControl,
  rowLimitControl,
  sortByControl,
  timeGrainControl,
} from '../parts/controls.ts'
import { USUAL_TEMPLATE } from './options.ts'

type Form = Readonly<Record<string, unknown>>
const isRaw = (form: Form) => form.query_mode === 'raw'
const isGrouped = (form: Form) => !isRaw(form)

export const handlebarsControls: readonly Control[] = [
  {
    field: 'query_mode',
    kind: 'select',
    section: 'data',
    label: 'Rows',
    choices: [
      { value: 'aggregate', label: 'One for each group' },
      { value: 'raw', label: 'As they are' },
    ],
    default: 'aggregate',
  },
  { ...groupbyControl, label: 'Groups', isShown: isGrouped },
  { ...timeGrainControl, isShown: isGrouped },
  { ...metricsControl, isRequired: false, isShown: isGrouped },
  { field: 'all_columns', kind: 'columns', section: 'data', label: 'Columns', default: [], isShown: isRaw },
  filtersControl,
  { ...sortByControl, isShown: isGrouped },
  { ...orderDescControl, isShown: isGrouped },
  rowLimitControl(100),
  {
    field: 'handlebarsTemplate',
    kind: 'template',
    section: 'data',
    label: 'Template',
    help: 'HTML with {{data}} in it; what comes from the rows is always text',
    default: USUAL_TEMPLATE,
  },
]
