import { choice, field, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'

const SIDES = ['left', 'right', 'top', 'bottom'] as const

export const TreeOptions = formOptions({
  ...plainFields,
  id: column('id'),
  parent: column('parent'),
  name: column('name'),
  root: text('root_node_id'),
  layout: choice('layout', ['orthogonal', 'radial'], 'orthogonal'),
  orient: choice('orient', ['LR', 'RL', 'TB', 'BT'], 'LR'),
  nodeLabels: choice('node_label_position', SIDES, 'left'),
  leafLabels: choice('child_label_position', SIDES, 'bottom'),
  emphasis: choice('emphasis', ['ancestor', 'descendant'], 'descendant'),
  symbol: text('symbol', 'emptyCircle'),
  symbolSize: number('symbolSize', 7),
  isMovable: field('roam', (value) => (value === undefined ? undefined : value !== false && value !== 'false'), true),
  numberFormat: text('number_format'),
})
export type TreeOptions = ReadOptions<typeof TreeOptions>
