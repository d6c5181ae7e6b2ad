import type { FormData } from '../parts/form-options.ts'
import { axisSettings, isSet, listFrom, SLANTED, type SuccessionRule } from './rule.ts'

const RENAMED = {
  bottom_margin: 'x_axis_title_margin',
  left_margin: 'y_axis_title_margin',
  show_controls: 'show_extra_controls',
  x_axis_label: 'x_axis_title',
  x_axis_format: 'x_axis_time_format',
  x_axis_showminmax: 'truncateXAxis',
  x_ticks_layout: 'xAxisLabelRotation',
  y_axis_label: 'y_axis_title',
  y_axis_showminmax: 'truncateYAxis',
  y_log_scale: 'logAxis',
} as const
const DROPPED = ['contribution', 'line_interpolation', 'reduce_x_ticks', 'show_brush', 'show_markers'] as const
const MARGINS = { x_axis_label: 'bottom_margin', y_axis_label: 'left_margin' } as const

/** What lines, areas and bars over time have in common. */
const series = {
  renamed: RENAMED,
  dropped: DROPPED,
  hasTimeAxis: true,
  settings: seriesSettings,
} as const

export const lineRule: SuccessionRule = {
  ...series,
  successor: ({ line_interpolation: shape }) => {
    if (shape === 'cardinal') return 'echarts_timeseries_smooth'
    return stepOf(shape) === null ? 'echarts_timeseries_line' : 'echarts_timeseries_step'
  },
  settings: (form) => {
    const step = stepOf(form.line_interpolation)
    return { ...seriesSettings(form), ...(step === null ? {} : { seriesType: step }) }
  },
}

const STACKS = new Map([
  ['stack', 'Stack'],
  ['expand', 'Expand'],
  ['stream', 'Stream'],
])

export const areaRule: SuccessionRule = {
  ...series,
  successor: () => 'echarts_area',
  dropped: [...DROPPED, 'stacked_style'],
  settings: (form) => {
    const style = isSet(form.stacked_style) ? String(form.stacked_style) : 'stack'
    return { ...seriesSettings(form), stack: STACKS.get(style) ?? null, opacity: 0.7 }
  },
}

const bars = {
  ...series,
  successor: () => 'echarts_timeseries_bar',
  renamed: { ...RENAMED, show_bar_value: 'show_value' },
} as const
const barStack = (form: FormData) => ({ stack: isSet(form.bar_stacked) ? 'Stack' : null })

export const barRule: SuccessionRule = {
  ...bars,
  dropped: [...DROPPED, 'bar_stacked'],
  settings: (form) => ({ ...seriesSettings(form), ...barStack(form) }),
}

/** Bars of categories: the first dimension is the axis, the others are the series. */
export const categoryBarRule: SuccessionRule = {
  ...bars,
  dropped: [...DROPPED, 'bar_stacked', 'columns'],
  hasTimeAxis: false,
  settings: (form) => {
    const [axis, ...others] = listFrom(form.groupby)
    return {
      ...seriesSettings(form),
      ...barStack(form),
      ...(axis === undefined ? {} : { x_axis: axis }),
      groupby: [...others, ...listFrom(form.columns)],
      x_ticks_layout: SLANTED,
    }
  },
}

function stepOf(shape: unknown): 'start' | 'end' | null {
  if (shape === 'step-before') return 'start'
  return shape === 'step-after' ? 'end' : null
}

function seriesSettings(form: FormData): FormData {
  const comparison = isSet(form.comparison_type) ? form.comparison_type : 'values'
  return {
    contributionMode: isSet(form.contribution) ? 'row' : null,
    zoomable: form.show_brush === 'yes',
    markerEnabled: isSet(form.show_markers) ? form.show_markers : false,
    y_axis_showminmax: true,
    ...axisSettings(form, MARGINS),
    ...(typeof form.time_compare === 'string' || isSet(form.time_compare)
      ? { time_compare: pastShifts(form.time_compare) }
      : {}),
    comparison_type: comparison === 'absolute' ? 'difference' : comparison,
  }
}

/** `1 week` meant a week back; the successor says so. */
function pastShifts(value: unknown): readonly string[] {
  return listFrom(value)
    .map((shift) => String(shift).trim())
    .filter((shift) => shift !== '')
    .map((shift) => (shift.endsWith(' ago') ? shift : `${shift} ago`))
}
