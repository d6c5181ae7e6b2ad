import type { TemplateContext, TemplateNeed } from '../../src/query/template/context.ts'
import { formFilters, formTimeRange } from '../../src/query/template/form-filters.ts'
import { renderTemplate } from '../../src/query/template/render-template.ts'
import type { TestAnswer } from '../server.ts'
import { dialectOf, NOT_OPENED } from './engines.ts'
import type { OrdersServer } from './http/orders.ts'
import { runningServer, stopServer } from './http/running.ts'
import { attempt, notApplicable, type Player, type Vector, type VectorFile, type Verdict, verdict } from './player.ts'
import { same } from './same.ts'

const COLUMNS: Readonly<Record<string, string>> = {
  id: 'INTEGER',
  placed: 'TIMESTAMP',
  day: 'DATE',
  country: 'VARCHAR',
  status: 'VARCHAR',
  qty: 'INTEGER',
}
const METRICS: Readonly<Record<string, string>> = {
  count: 'COUNT(*)',
  revenue: 'SUM(qty * price)',
  avg_price: 'AVG(price)',
  paid_share: "SUM(CASE WHEN status = 'paid' THEN 1 ELSE 0 END) * 1.0 / COUNT(*)",
}

function contextOf({ input }: Vector, file: VectorFile): TemplateContext | null {
  const dialect = dialectOf(input.engine ?? 'duckdb')
  if (!dialect) return null
  const form = (input.form_data ?? {}) as Record<string, unknown>
  const isKnownDataset = typeof form.datasource === 'string'
  const find = (need: TemplateNeed) =>
    need.kind === 'metric' && (need.datasetId === 1 || (need.datasetId === null && isKnownDataset))
      ? (METRICS[need.name] ?? null)
      : null
  return {
    dialect,
    now: Date.parse(`${file.now ?? '2024-05-15T14:37:21'}Z`),
    user:
      input.user === 'anonymous'
        ? null
        : { id: 1, username: 'admin', email: 'a@example.com', roles: ['Admin'], rowRules: [] },
    filters: formFilters(form),
    timeRange: formTimeRange(form),
    columnType: (name) => COLUMNS[name] ?? null,
    urlParams: {
      ...(form.url_params as Record<string, string> | undefined),
      // An empty parameter of the address is none.
      ...Object.fromEntries(Object.entries(input.url_params ?? {}).filter(([, value]) => value !== '')),
    },
    variables: {
      ...(input.template_params as Record<string, unknown> | undefined),
      ...(input.context as Record<string, unknown> | undefined),
    },
    find,
  }
}

const DATASET = /^\{\{ dataset\(1\b/

/** Text that stands for the rows of a dataset: the recorded one and the product's give the same rows in the editor. */
async function playDataset({ input, expected }: Vector, file: VectorFile): Promise<Verdict | null> {
  const server = await runningServer(file)
  if (!server) return null
  const id = server.datasets.orders
  const own = await rowsFrom(server, String(input.template).replace('dataset(1', `dataset(${id}`))
  const recorded = await rowsFrom(server, String(expected.text))
  return verdict(own.status === 200 && same(rowTexts(own), rowTexts(recorded)), own.text.slice(0, 600))
}

function rowsFrom({ client, database }: OrdersServer, source: string): Promise<TestAnswer> {
  return client.send('POST', '/api/v1/sqllab/execute/', {
    database_id: database,
    schema: 'main',
    sql: `SELECT * FROM ${source}`,
    queryLimit: 1000,
    client_id: `j${crypto.randomUUID().slice(0, 9)}`,
    runAsync: false,
  })
}

const rowTexts = ({ json }: TestAnswer) =>
  (json?.data as readonly unknown[] | undefined)?.map((row) => JSON.stringify(row)).toSorted()

export const jinja: Player = {
  topic: 'jinja',
  apart: {
    macro:
      'those with dataset() give the same rows in the SQL editor as the recorded text; all others are compared as text',
  },
  close: stopServer,
  play(vector, file) {
    const { input, expected } = vector
    if (DATASET.test(String(input.template))) return playDataset(vector, file)
    const context = contextOf(vector, file)
    if (!context) return notApplicable(NOT_OPENED)
    const got = attempt(() => renderTemplate(String(input.template), context))
    if (expected.defect) return verdict(isSafe(vector, got), got)
    if ('error' in expected || isUnsafe(expected.text)) return verdict('error' in got || isUnsafe(got.value.text), got)
    if ('error' in got) return verdict(false, got)
    return verdict(isText(vector, got.value.text) && hasTraces(vector, got.value), got)
  },
}

function isText({ input, expected }: Vector, text: string): boolean {
  return text === expected.text || (WHERE_IN.test(String(input.template)) && text === undoubled(expected.text))
}

/** The filters that the template used, and what makes its answer differ from another's. */
function hasTraces({ input, expected }: Vector, { appliedFilters, removedFilters, cacheKeys }: Rendered): boolean {
  return (
    same(appliedFilters, expected.applied_filters ?? []) &&
    same(removedFilters, expected.removed_filters ?? []) &&
    (same(cacheKeys, expected.cache_keys ?? []) || /url_param/.test(String(input.template)))
  )
}

type Rendered = ReturnType<typeof renderTemplate>

const WHERE_IN = /\|\s*where_in/

/** The recorded literals are made for a driver that reads %% as %, by a compiler that never met the server. */
const undoubled = (text: unknown) => String(text).replaceAll('%%', '%').replaceAll('\\\\', '\\')

/** Refused as an attribute that nobody may read; the type that the text names belongs to another language. */
const isUnsafe = (text: unknown) => /is unsafe\. \}\}$|^\{\{ no such element: functools/.test(String(text))

/** A value of the address leaves escaped, and an internal object never. */
function isSafe(
  { input }: Vector,
  got:
    | { readonly value: { readonly text: string; readonly cacheKeys: readonly string[] } }
    | { readonly error: string },
): boolean {
  if ('error' in got) return true
  const { text, cacheKeys } = got.value
  const given = Object.values((input.url_params ?? {}) as Record<string, string>)[0]
  if (given !== undefined) return text.includes(given.replaceAll("'", "''")) && cacheKeys.length > 0
  return !/0x|<function|<generator/.test(text)
}
