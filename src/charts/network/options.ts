import { choice, flag, formOptions, number, type ReadOptions, text } from '../parts/form-options.ts'
import { column } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

export const NetworkOptions = formOptions({
  ...plainFields,
  source: column('source'),
  target: column('target'),
  sourceCategory: column('source_category'),
  targetCategory: column('target_category'),
  layout: choice('layout', ['force', 'circular'], 'force'),
  edgeSymbol: text('edgeSymbol', 'none,arrow'),
  isDraggable: flag('draggable', false),
  labelsFrom: number('showSymbolThreshold', 0),
  nodeSize: number('baseNodeSize', 20),
  edgeWidth: number('baseEdgeWidth', 3),
  edgeLength: number('edgeLength', 400),
  gravity: number('gravity', 0.3),
  repulsion: number('repulsion', 1000),
  showLegend: flag('show_legend', true),
  numberFormat: text('number_format'),
  currency: currencyField,
})
export type NetworkOptions = ReadOptions<typeof NetworkOptions>
