import { asFlag, choice, field, formOptions, type ReadOptions, recordOf, text } from '../parts/form-options.ts'
import { columns, metric, metrics } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { savedOrders } from '../parts/saved-order.ts'

export const USUAL_TEMPLATE = `<table>
  {{#each data}}
    <tr>
      {{#each this}}
        <td>{{this}}</td>
      {{/each}}
    </tr>
  {{/each}}
</table>`

export const HandlebarsOptions = formOptions({
  ...plainFields,
  mode: choice('query_mode', ['aggregate', 'raw'], 'aggregate'),
  groupby: columns('groupby'),
  metrics: metrics('metrics'),
  allColumns: columns('all_columns'),
  orderBy: savedOrders('order_by_cols'),
  sortBy: metric('timeseries_limit_metric'),
  temporalColumns: field<Readonly<Record<string, boolean>>>('temporal_columns_lookup', recordOf(asFlag), {}),
  template: text('handlebarsTemplate', USUAL_TEMPLATE),
})
export type HandlebarsOptions = ReadOptions<typeof HandlebarsOptions>
