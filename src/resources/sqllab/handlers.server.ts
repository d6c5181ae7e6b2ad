import { auditEvent } from '../../gateway/audit-event.server.ts'
import { resultOf } from '../../gateway/query-access.server.ts'
import { dictsOf } from '../../gateway/query-store.server.ts'
import { runnerOf } from '../../gateway/run-query.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { bootstrap } from './bootstrap.server.ts'
import { sqllabRoutes } from './contract.ts'
import { estimate } from './estimate.server.ts'
import { execute } from './execute.server.ts'
import { csvOf, exportedQuery, safeName } from './export.server.ts'
import { formatSql } from './format.server.ts'
import { resultBody, storedPage } from './result-body.server.ts'

const PAGE_ROWS = 1000

export function sqllabEndpoints(services: Services): Endpoint[] {
  const runner = runnerOf(services)
  const context = { ...services, results: runner.results }
  return [
    endpoint(sqllabRoutes.bootstrap, (_, caller) => bootstrap(services, caller)),
    endpoint(sqllabRoutes.execute, ({ body }, caller, context) => execute(services, runner, body, caller, context)),
    objectEndpoint(sqllabRoutes.results, {
      find: ({ q }, caller) => resultOf(context, q.key, caller),
      handle: async ({ q }, _, { row }) => {
        if (q.as_page === true) return storedPage(runner.results, q.key, q.offset ?? 0, q.rows ?? PAGE_ROWS)
        const [dict] = await dictsOf(services.db, [row])
        if (!dict) throw new Problem(404, 'Not found')
        return resultBody(runner.results, row, dict, {
          key: q.key,
          maxRows: q.rows && q.rows > 0 ? q.rows : services.conf.SQL_MAX_ROW,
          expands: false,
        })
      },
    }),
    endpoint(sqllabRoutes.estimate, ({ body }, caller, { signal }) => estimate(services, body, caller, signal)),
    endpoint(sqllabRoutes.format, ({ body }) => formatSql(body.sql, body.engine ?? null)),
    objectEndpoint(sqllabRoutes.exportCsv, {
      find: ({ params }, caller) => exportedQuery(services, params.clientId, caller),
      handle: (_, caller, row, context) => {
        services.audit(auditEvent('query.export', `query:${row.id}`, caller, context, { rows: row.rows }))
        return csvOf(services, runner, row, null)
      },
    }),
    endpoint(sqllabRoutes.exportStreaming, async ({ body }, caller, context) => {
      if (!body.client_id) throw new Problem(400, 'client_id is required', { envelope: 'message' })
      const row = await exportedQuery(services, body.client_id, caller)
      services.audit(auditEvent('query.export', `query:${row.id}`, caller, context, { rows: row.rows }))
      return csvOf(services, runner, row, safeName(body.filename))
    }),
  ]
}
