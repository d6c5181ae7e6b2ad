import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'
import { flag, integer, maybe, text } from '../kit/fields.ts'
import { missing, requiredText, risonBoolean, risonInteger } from '../kit/rison-types.ts'

const BASE = '/api/v1/sqllab'
const VIEW = 'SQLLab'
const MAX_SQL = 1_000_000
const MAX_PAGE_ROWS = 5000

const Sql = text().refine((value) => value.length <= MAX_SQL, `Longer than maximum length ${MAX_SQL}.`)

const TABLE_NAME = /^([A-Za-z_]\w{0,127})?$/

/** What the editor sends to run. `json` and `isDataPreview` are known but change nothing. */
export const ExecuteBody = z
  .strictObject({
    database_id: integer(),
    sql: Sql,
    client_id: maybe(text().max(256, 'Longer than maximum length 256.')),
    queryLimit: maybe(integer()),
    runAsync: maybe(flag()),
    catalog: maybe(text()),
    schema: maybe(text()),
    sql_editor_id: maybe(text()),
    tab: maybe(text()),
    tmp_table_name: maybe(text().max(256, 'Longer than maximum length 256.')),
    select_as_cta: maybe(flag()),
    ctas_method: maybe(z.enum(['TABLE', 'VIEW'], { error: 'Must be one of: TABLE, VIEW.' })),
    templateParams: maybe(text()),
    expand_data: maybe(flag()),
    json: z.unknown().optional(),
    isDataPreview: z.unknown().optional(),
  })
  .refine((body) => body.select_as_cta !== true || TABLE_NAME.test(body.tmp_table_name ?? ''), {
    path: ['tmp_table_name'],
    error: 'Not a valid table name.',
  })
export type ExecuteBody = z.output<typeof ExecuteBody>

const EstimateBody = z.looseObject({
  database_id: integer(),
  sql: Sql,
  template_params: maybe(z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' })),
  catalog: maybe(text()),
  schema: maybe(text()),
})
const FormatBody = z.looseObject({
  sql: Sql,
  engine: maybe(text()),
  database_id: maybe(integer()),
  template_params: maybe(text()),
})
/** With `as_page` rows come as lists, some thousands from `offset` on, while the result grows too. */
const ResultsQ = z
  .looseObject(
    {
      key: requiredText('key'),
      rows: maybe(risonInteger()),
      offset: maybe(risonInteger()),
      as_page: maybe(risonBoolean()),
    },
    { error: missing('key') },
  )
  .superRefine(({ rows, offset, as_page }, { addIssue }) => {
    if (as_page !== true) return
    const tell = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    if (typeof offset === 'number' && offset < 0) tell('offset', `${offset} is less than the minimum of 0`)
    if (typeof rows !== 'number') return
    if (rows < 1) tell('rows', `${rows} is less than the minimum of 1`)
    if (rows > MAX_PAGE_ROWS) tell('rows', `${rows} is greater than the maximum of ${MAX_PAGE_ROWS}`)
  })

/** The editor's calls. */
export const sqllabRoutes = {
  bootstrap: route({
    method: 'GET',
    path: `${BASE}/`,
    needs: ['can_read', VIEW],
    object: 'listed',
    reply: Opaque,
    summary: 'What the editor starts with: tabs, the active tab, databases',
  }),
  execute: route({
    method: 'POST',
    path: `${BASE}/execute/`,
    brokenJson: 'errors',
    needs: ['can_execute_sql_query', VIEW],
    object: 'listed',
    body: ExecuteBody,
    bodyLimit: 4_194_304,
    reply: Opaque,
    rate: 'execute',
    summary: 'Run SQL',
  }),
  results: route({
    method: 'GET',
    path: `${BASE}/results/`,
    needs: ['can_get_results', VIEW],
    object: 'visible',
    errors: 'errors',
    q: ResultsQ,
    reply: Opaque,
    summary: 'Stored rows of a run, or a page of them',
  }),
  estimate: route({
    method: 'POST',
    path: `${BASE}/estimate/`,
    brokenJson: 'errors',
    needs: ['can_estimate_query_cost', VIEW],
    object: 'listed',
    body: EstimateBody,
    reply: Opaque,
    rate: 'estimate',
    summary: 'Estimate the cost of SQL',
  }),
  format: route({
    method: 'POST',
    path: `${BASE}/format_sql/`,
    brokenJson: 'errors',
    needs: ['can_read', VIEW],
    object: 'none',
    body: FormatBody,
    reply: Opaque,
    rate: 'estimate',
    summary: 'Format SQL',
  }),
  exportCsv: route({
    method: 'GET',
    path: `${BASE}/export/{clientId}/`,
    needs: ['can_export_csv', VIEW],
    object: 'visible',
    errors: 'errors',
    params: z.object({ clientId: z.string() }),
    reply: Opaque,
    rate: 'export',
    summary: 'Result of a run as CSV',
  }),
  exportStreaming: route({
    method: 'POST',
    path: `${BASE}/export_streaming/`,
    needs: ['can_export_csv', VIEW],
    object: 'listed',
    errors: 'errors',
    body: z.looseObject({ client_id: z.string().optional(), filename: z.string().optional() }),
    bodyFormat: 'form',
    reply: Opaque,
    rate: 'export',
    summary: 'Result of a run as CSV, sent as it is read',
  }),
} as const
