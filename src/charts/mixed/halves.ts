import type { FormData } from '../parts/form-options.ts'

const SECOND = '_b'

/** The settings of the first question: all that are not the second's own. */
export const firstHalf = (form: FormData): FormData =>
  Object.fromEntries(Object.entries(form).filter(([name]) => !name.endsWith(SECOND)))

/** The settings of the second question: its own, and those of the first where it has none. */
export function secondHalf(form: FormData): FormData {
  const own = Object.entries(form).filter(([name]) => name.endsWith(SECOND))
  return {
    ...firstHalf(form),
    ...Object.fromEntries(own.map(([name, value]) => [name.slice(0, -SECOND.length), value])),
  }
}

/** How the series of a half look; the second's names end in a B, and it takes nothing from the first. */
const LOOK = [
  'seriesType',
  'area',
  'opacity',
  'markerEnabled',
  'markerSize',
  'stack',
  'show_value',
  'yAxisIndex',
] as const

export const secondLook = (form: FormData): FormData => Object.fromEntries(LOOK.map((name) => [name, form[`${name}B`]]))

/** Settings of the axis at the right, as those of an axis. */
export const rightAxis = (form: FormData): FormData => ({
  y_axis_format: form.y_axis_format_secondary,
  currency_format: form.currency_format_secondary,
  y_axis_bounds: form.y_axis_bounds_secondary,
  y_axis_title: form.yAxisTitleSecondary,
  logAxis: form.logAxisSecondary,
  truncateYAxis: form.truncateYAxisSecondary ?? form.truncateYAxis,
})
