import type { QueryObject } from '../../query/query-object.ts'
import { type FormData, formOptions } from '../parts/form-options.ts'
import { column, columns, metric } from '../parts/form-query-fields.ts'
import { byMetricQuery, given, plainFields } from '../parts/plain-query.ts'

const sunburst = formOptions({ ...plainFields, dimensions: columns('columns'), second: metric('secondary_metric') })
const sankey = formOptions({ ...plainFields, source: column('source'), target: column('target') })

/** Questions of successors that the product does not draw, so that their charts still answer with data. */
const QUESTIONS: Readonly<Record<string, (form: FormData) => readonly QueryObject[]>> = {
  sunburst_v2: (form) => {
    const options = sunburst.parse(form)
    return [byMetricQuery(options, options.dimensions, given(options.metric, options.second))]
  },
  sankey_v2: (form) => {
    const options = sankey.parse(form)
    return [byMetricQuery(options, given(options.source, options.target), given(options.metric))]
  },
}

/** What a chart of a type that the product does not draw asks; null for a type that is not known at all. */
export function undrawnQueries(vizType: string, form: FormData): readonly QueryObject[] | null {
  return Object.hasOwn(QUESTIONS, vizType) ? (QUESTIONS[vizType]?.(form) ?? null) : null
}
