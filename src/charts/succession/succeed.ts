import { TimeRangeError } from '../../query/time-range/problem.ts'
import type { FormData } from '../parts/form-options.ts'
import {
  bubbleRule,
  dualLineRule,
  heatmapRule,
  histogramRule,
  pivotTableRule,
  sankeyRule,
  sunburstRule,
  treemapRule,
} from './other-rules.ts'
import { SuccessionError, type SuccessionRule } from './rule.ts'
import { areaRule, barRule, categoryBarRule, lineRule } from './series-rules.ts'
import { withTimeFilter } from './time-filter.ts'

/** Chart types of older releases of the incumbent, each with the way to its successor. */
const RULES: Readonly<Record<string, SuccessionRule>> = {
  area: areaRule,
  bar: barRule,
  bubble: bubbleRule,
  dist_bar: categoryBarRule,
  dual_line: dualLineRule,
  heatmap: heatmapRule,
  histogram: histogramRule,
  line: lineRule,
  pivot_table: pivotTableRule,
  sankey: sankeyRule,
  sunburst: sunburstRule,
  treemap: treemapRule,
}

export type Succession =
  /** The type has no successor: the settings hold as they are. */
  | { readonly state: 'current' }
  | { readonly state: 'succeeded'; readonly form: FormData }
  /** A setting cannot be carried over, so the chart stays what it is. */
  | { readonly state: 'stuck'; readonly reason: string }

/**
 * The settings of a chart type that is drawn no more as settings of its successor. Fields that neither type knows are
 * kept. `now` is used for time ranges over custom SQL only.
 */
export function succeed(form: FormData, now: Date): Succession {
  const type = String(form.viz_type ?? '')
  const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined
  if (rule === undefined) return { state: 'current' }
  try {
    return { state: 'succeeded', form: applied(rule, form, now) }
  } catch (error) {
    if (error instanceof SuccessionError || error instanceof TimeRangeError)
      return { state: 'stuck', reason: error.message }
    throw error
  }
}

/** The settings of the successor, or the given ones where there is none. */
export function succeeded(form: FormData, now: Date): FormData {
  const result = succeed(form, now)
  return result.state === 'succeeded' ? result.form : form
}

function applied(rule: SuccessionRule, form: FormData, now: Date): FormData {
  const prepared: FormData = { ...form, ...rule.settings(form), viz_type: rule.successor(form) }
  const renamed = new Map(Object.entries(rule.renamed))
  const replaced = new Set([...renamed].flatMap(([from, to]) => (Object.hasOwn(prepared, from) ? [to] : [])))
  const fields = Object.entries(prepared)
    .filter(([name]) => !replaced.has(name) && !rule.dropped.includes(name))
    .map(([name, value]) => [renamed.get(name) ?? name, value])
  const timed = withTimeFilter(Object.fromEntries(fields), rule.hasTimeAxis, now)
  return rule.finish ? { ...timed, ...rule.finish(timed) } : timed
}
