import type { Dialect } from '../query/dialect.ts'
import { tokenize } from '../query/sql/tokenize.ts'
import { TemplateError } from '../query/template/value.ts'
import { clockAt } from '../query/time-range/zone.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import type { Services } from './services.server.ts'
import { renderWithNeeds } from './template-needs.server.ts'

const MARK = /\{\{|\{%|\{#/
const LEFT_OVER = /\{\{-?\s*([A-Za-z_]\w*)[^}]*\}\}/g

/** What a template may know of the run. */
export interface RenderRequest {
  readonly sql: string
  readonly templateParams: string | null
  readonly urlParams: Readonly<Record<string, string>>
  readonly signal: AbortSignal
}

/**
 * The SQL with its template rendered; the text itself where it holds no template or templates are off. Throws
 * MISSING_TEMPLATE_PARAMS_ERROR with the names that have no value.
 */
export async function renderSql(
  services: Pick<Services, 'db' | 'now' | 'featureFlags' | 'conf'>,
  request: RenderRequest,
  caller: Caller,
  dialect: Dialect,
): Promise<string> {
  const text = await renderKnown(services, request, caller, dialect)
  const missing = isTemplate(services, request.sql) ? leftOver(text, dialect) : []
  if (missing.length === 0) return text
  throw new Problem(400, missingText(missing), {
    type: 'MISSING_TEMPLATE_PARAMS_ERROR',
    extra: { undefined_parameters: missing, template_parameters: parametersOf(request.templateParams) },
  })
}

/** As `renderSql`, but names that have no value stay as they are written. */
export async function renderKnown(
  services: Pick<Services, 'db' | 'now' | 'featureFlags' | 'conf'>,
  request: RenderRequest,
  caller: Caller,
  dialect: Dialect,
): Promise<string> {
  if (!isTemplate(services, request.sql)) return request.sql
  return render(services, request, parametersOf(request.templateParams), caller, dialect)
}

const isTemplate = ({ featureFlags }: Pick<Services, 'featureFlags'>, sql: string) =>
  featureFlags.ENABLE_TEMPLATE_PROCESSING === true && MARK.test(sql)

const missingText = (names: readonly string[]) =>
  names.length === 1
    ? `The parameter "${names[0]}" in your query is undefined.`
    : `The following parameters in your query are undefined: ${names.map((name) => `"${name}"`).join(', ')}.`

async function render(
  services: Pick<Services, 'db' | 'now' | 'conf'>,
  { sql, urlParams, signal }: RenderRequest,
  variables: Readonly<Record<string, unknown>>,
  caller: Caller,
  dialect: Dialect,
): Promise<string> {
  try {
    const timeZone = caller.timeZone ?? services.conf.DEFAULT_TIME_ZONE
    const job = {
      template: sql,
      dialectId: dialect.id,
      now: clockAt(services.now().getTime(), timeZone),
      timeZone,
      user: userOf(caller),
      filters: [],
      timeRange: null,
      columnTypes: new Map(),
      urlParams,
      variables,
    }
    const { text } = await renderWithNeeds(services.db, caller, job, { ownDatasetId: null, signal })
    return text
  } catch (cause) {
    if (!(cause instanceof TemplateError)) throw cause
    throw new Problem(422, cause.message, {
      type: 'GENERIC_COMMAND_ERROR',
      extra: { template: sql, line: lineOf(sql), exception_type: cause.name },
      cause,
    })
  }
}

function userOf(caller: Caller) {
  if (caller.userId === null) return null
  const { userId, username, email, roles } = caller
  return { id: userId, username, email, roles: roles.map((role) => role.name), rowRules: [] }
}

/** Template parameters; what is no JSON object counts as none (reference: sql-editor A.2). */
function parametersOf(text: string | null): Record<string, unknown> {
  if (!text) return {}
  try {
    const value: unknown = JSON.parse(text, (key, inner: unknown) => (key === '__proto__' ? undefined : inner))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Names without a value print themselves; those in comments matter to nobody. */
function leftOver(text: string, dialect: Dialect): string[] {
  if (!text.includes('{{')) return []
  const code = tokenize(text, dialect.lexicon)
    .filter(({ kind }) => kind !== 'comment')
    .map(({ from, to }) => text.slice(from, to))
    .join('')
  return [...new Set([...code.matchAll(LEFT_OVER)].map(([, name = '']) => name))].sort()
}

/** The line of the first template, which is where a text with one template fails. */
const lineOf = (sql: string) => sql.slice(0, sql.search(MARK)).split('\n').length
