import { z } from 'zod'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'
import { datasetRoutes } from '../dataset/contract.ts'
import { formJson, shaped } from '../kit/form-json.ts'

const named = (name: string) => z.looseObject({ [name]: z.string() })

const Saved = z.looseObject({
  id: z.int().positive(),
  type: z.literal('table').optional(),
  database: z.looseObject({ id: z.int().positive() }),
  owners: z.array(z.union([z.int(), z.looseObject({ id: z.int() })])),
  columns: z.array(named('column_name')),
  metrics: z.array(named('metric_name')),
})
type Saved = z.output<typeof Saved>

/** What the older dataset editor saves beside columns, metrics, owners and the database, as an update names it. */
const FIELDS = [
  'table_name',
  'catalog',
  'schema',
  'sql',
  'filter_select_enabled',
  'fetch_values_predicate',
  'description',
  'main_dttm_col',
  'currency_code_column',
  'normalize_columns',
  'always_filter_main_dttm',
  'offset',
  'default_endpoint',
  'cache_timeout',
  'is_sqllab_view',
  'template_params',
  'folders',
  'extra',
] as const

/** The dataset that the form's field `data` describes as a whole. Throws 400 for what is none, 409 for a column's name that occurs twice. */
export function savedDatasource(form: Readonly<Record<string, string>>): Saved {
  const saved = shaped(Saved, formJson(form, 'data'), 'data')
  const names = saved.columns.map((column) => String(column['column_name']))
  const repeated = [...new Set(names.filter((name, at) => names.indexOf(name) < at))]
  if (repeated.length > 0)
    throw new Problem(409, `Duplicate column name(s): ${repeated.join(', ')}`, { envelope: 'error' })
  return saved
}

/** Saves it as the update of a dataset does: with its rights and its checks, whose refusals come in the older envelope. */
export async function saveDatasource(saved: Saved, caller: Caller, context: RequestContext): Promise<void> {
  const sent = FIELDS.flatMap((name) =>
    saved[name] === undefined || saved[name] === null ? [] : [[name, saved[name]]],
  )
  const cleared = NULLABLE.filter((name) => saved[name] === null).map((name) => [name, null])
  const body = {
    ...Object.fromEntries([...sent, ...cleared]),
    database_id: saved.database.id,
    owners: saved.owners.map((owner) => (typeof owner === 'number' ? owner : owner.id)),
    columns: saved.columns,
    metrics: saved.metrics,
  }
  const said = { params: { id: String(saved.id) }, query: {}, body }
  await context.ask(datasetRoutes.update, said, caller).catch((cause: unknown) => {
    throw cause instanceof Problem ? new Problem(cause.status, wordsOf(cause), { envelope: 'error', cause }) : cause
  })
}

/** Fields that lose their value where they are sent without one. */
const NULLABLE = FIELDS.filter(
  (name) => !['table_name', 'folders', 'offset', 'always_filter_main_dttm', 'normalize_columns'].includes(name),
)

const wordsOf = ({ body, message }: Problem): string =>
  typeof body === 'string' ? body : (Object.values(body).flat().map(String)[0] ?? message)
