import type { Row } from '../metadata/tables.server.ts'
import type { Dialect } from '../query/dialect.ts'
import type { Caller } from '../wire/caller.ts'
import { Problem } from '../wire/problem.ts'
import type { Services } from './services.server.ts'

const MARK = /\{\{|\{%|\{#/

/** What a template may know of the run. */
export interface RenderRequest {
  readonly sql: string
  readonly templateParams: string | null
  readonly urlParams: Readonly<Record<string, string>>
}

/** The SQL with its template rendered; the text itself where it holds no template or templates are off. */
export async function renderSql(
  services: Pick<Services, 'featureFlags'>,
  request: RenderRequest,
  _caller: Caller,
  _database: Row<'databases'>,
  _dialect: Dialect,
): Promise<string> {
  if (!services.featureFlags.ENABLE_TEMPLATE_PROCESSING || !MARK.test(request.sql)) return request.sql
  throw new Problem(400, 'Templates cannot be rendered.', { type: 'INVALID_TEMPLATE_PARAMS_ERROR' })
}
