import { createHash } from 'node:crypto'
import { storeFault } from '../metadata/store-fault.ts'
import type { RowPatch } from '../metadata/tables.server.ts'
import type { Caller } from '../wire/caller.ts'
import { richError } from '../wire/envelope.ts'
import { type ErrorType, Problem } from '../wire/problem.ts'
import { failureOf, isStopped } from './lost-run.ts'
import type { JobEnd } from './query-job.server.ts'
import type { QueryExtra, QueryRow } from './query-record.server.ts'
import type { Origin, RunContext } from './query-request.server.ts'
import { updateRunning } from './query-store.server.ts'

/** Stores how a run failed. A stop is no failure. */
export async function endFailed(
  context: RunContext,
  row: QueryRow,
  extra: QueryExtra,
  cause: unknown,
  abort: AbortController,
): Promise<JobEnd> {
  if (isStopped(abort.signal)) {
    await endAs(context, row.id, { status: 'stopped' })
    return 'stopped'
  }
  const lost = failureOf(abort.signal)
  const isKnown = lost === null && cause instanceof Problem
  const problem = lost ?? (cause instanceof Problem ? cause : unexpected(cause, context))
  if (lost === null && !isKnown)
    context.log('error', 'A query failed unexpectedly', { query: row.id, cause: String(cause) })
  extra.progress = null
  extra.errors = [richError(problem)]
  await endAs(context, row.id, {
    status: problem.status === 408 ? 'timed_out' : 'failed',
    error_message: problem.message,
    executed_sql: extra.statements?.findLast(({ error }) => error !== null)?.sql ?? null,
    extra: JSON.stringify(extra),
  })
  throw problem.status >= 500 && isKnown ? new Problem(400, problem.body, { ...problem.detail, cause }) : problem
}

/** The failure that ended a run, as it is stored with it. */
export function storedProblem(row: QueryRow): Problem {
  const { errors } = JSON.parse(row.extra) as QueryExtra
  const { error_type: type = 'GENERIC_DB_ENGINE_ERROR', extra = {} } = (errors?.[0] ?? {}) as StoredError
  const { issue_codes: _, ...more } = extra
  const status = row.status === 'timed_out' ? 408 : 400
  return new Problem(status, row.error_message ?? 'Unknown error', { type, extra: more })
}

interface StoredError {
  readonly error_type?: ErrorType
  readonly extra?: Readonly<Record<string, unknown>>
}

function unexpected(cause: unknown, { disk }: Pick<RunContext, 'disk'>): Problem {
  const fault = storeFault(cause)
  if (fault?.status === 507) {
    disk.noteFull()
    return new Problem(507, 'The rows cannot be stored: the disk of the server is full.', {
      type: 'RESULTS_BACKEND_ERROR',
      cause,
    })
  }
  return (
    fault ??
    new Problem(500, 'Unexpected error: the log of the server names the reason', {
      type: 'GENERIC_BACKEND_ERROR',
      cause,
    })
  )
}

/** Ends a run that still goes on; one that has ended stays as it is. */
export async function endAs(
  context: RunContext,
  id: number,
  patch: Pick<RowPatch<'queries'>, 'status' | 'error_message' | 'executed_sql' | 'extra'>,
): Promise<void> {
  const now = context.now()
  await updateRunning(context.db, id, {
    ...patch,
    end_time: now.getTime(),
    changed_on: now.toISOString(),
    lease_owner: null,
    lease_until: null,
  })
}

/** Writes to the audit log who ran what, and how it ended; the SQL itself stays in the record. */
export function auditRun(
  context: RunContext,
  row: QueryRow,
  caller: Caller,
  origin: Origin,
  outcome: 'ok' | 'denied' | 'failed',
): void {
  context.audit({
    actor: caller.username,
    action: 'query.run',
    object: `query:${row.id}`,
    outcome,
    ...origin,
    detail: {
      database: row.database_id,
      sqlHash: createHash('sha256').update(row.sql).digest('hex'),
      ms: Math.round(context.now().getTime() - row.start_time),
    },
  })
}

/** How the audit log names a failure. */
export const outcomeOf = (cause: unknown) =>
  cause instanceof Problem && cause.status === 403 ? ('denied' as const) : ('failed' as const)
