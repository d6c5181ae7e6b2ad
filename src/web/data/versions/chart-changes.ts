import { jsonChanges } from '../../../kernel/json-changes.ts'
import type { Translate } from '../../ui/text.ts'
import type { ShownChange } from '../changes/change-list.tsx'
import { chartTypeName } from '../chart-types.ts'

/** Settings that follow from others, and are no choice of anybody. */
const FOLLOWING = new Set(['viz_type', 'datasource', 'slice_id', 'dashboards', 'url_params', 'extra_form_data'])

/** What differs between the settings of two versions of a chart. */
export function chartChanges(before: unknown, after: unknown, t: Translate): ShownChange[] {
  return jsonChanges(before ?? {}, after ?? {})
    .filter(({ path: [key = ''] }) => !FOLLOWING.has(key))
    .map(({ path: [key = '', ...rest], ...values }) => ({
      ...values,
      label: [settingLabel(key, t), ...rest].join(' › '),
    }))
}

function settingLabel(key: string, t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    adhoc_filters: t('Filters'),
    annotation_layers: t('Annotation layers'),
    color_scheme: t('Colour scheme'),
    columns: t('Columns'),
    groupby: t('Dimensions'),
    metric: t('Metric'),
    metrics: t('Metrics'),
    row_limit: t('Row limit'),
    time_grain_sqla: t('Time grain'),
    time_range: t('Time range'),
    x_axis: t('X axis'),
  }
  return labels[key] ?? inWords(key)
}

/** `show_legend` and `showLegend` as `Show legend`. */
function inWords(key: string): string {
  const words = key
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The name of a chart type as people know it, for the field that holds its key. */
export const typeInWords = (value: unknown, t: Translate): unknown =>
  typeof value === 'string' ? t(chartTypeName(value)) : value
