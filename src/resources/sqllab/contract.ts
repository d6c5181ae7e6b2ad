import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Opaque } from '../kit/contract.ts'
import { flag, integer, maybe, text } from '../kit/fields.ts'
import { missing, requiredText, risonInteger } from '../kit/rison-types.ts'

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
const ResultsQ = z.looseObject({ key: requiredText('key'), rows: maybe(risonInteger()) }, { error: missing('key') })

const whole = (from: number, to: number, missing: number) =>
  z.codec(z.string().optional(), z.int(), {
    decode: (value, ctx) => {
      const number = value === undefined || value === '' ? missing : Number(value)
      if (Number.isInteger(number) && number >= from && number <= to) return number
      ctx.issues.push({ code: 'custom', message: `Must be between ${from} and ${to}.`, input: value })
      return z.NEVER
    },
    encode: String,
  })
const PageQuery = z.object({
  key: z.string({ error: 'Missing data for required field.' }),
  offset: whole(0, Number.MAX_SAFE_INTEGER, 0),
  limit: whole(1, MAX_PAGE_ROWS, 1000),
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
    summary: 'Stored rows of a run',
  }),
  page: route({
    method: 'GET',
    path: `${BASE}/results/page/`,
    needs: ['can_get_results', VIEW],
    object: 'visible',
    errors: 'errors',
    query: PageQuery,
    reply: Opaque,
    summary: 'Some rows of a stored result, while it grows too',
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
