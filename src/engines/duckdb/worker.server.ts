import type { ErrorType } from '../../wire/problem.ts'
import { type HostedRequest, hostWorker, type WorkerService } from '../worker-host.server.ts'
import type { RunMessage, WorkerFailure } from '../worker-protocol.ts'
import { describeTable, estimateCost, listFunctions, listSchemas, listTables } from './catalog.server.ts'
import { duckdbFailure, placeOf } from './errors.ts'
import { type Judgement, judgeDuckdb, ParseFailure } from './gate.server.ts'
import { ResultTooLarge, runDuckdb } from './run.server.ts'
import { type DuckdbSession, openLockedSession } from './session.server.ts'
import { duckdbWorkerSettings } from './settings.ts'
import { tableWriter } from './writer.server.ts'

const MAX_JUDGEMENTS = 500

hostWorker(async () => {
  const settings = duckdbWorkerSettings.parse(JSON.parse(process.env.SIGHTLINE_WORKER ?? '{}'))
  if (settings.source.kind === 'writer') return tableWriter(settings, failureOf)
  return readService(await openLockedSession(settings))
})

function readService(session: DuckdbSession): WorkerService {
  const { service, known } = session
  const judgements = new Map<string, Judgement>()
  const judge = async (sql: string) => {
    const held = judgements.get(sql)
    if (held) return held
    const judgement = await judgeDuckdb(service, sql, known)
    if (judgements.size >= MAX_JUDGEMENTS) judgements.clear()
    judgements.set(sql, judgement)
    return judgement
  }
  const run = async (message: RunMessage, request: HostedRequest) => {
    try {
      const done = await runDuckdb(session, message, request)
      if (request.isStopped()) throw new Error('stopped')
      return done
    } catch (error) {
      throw new SqlFailure(error, message.sql)
    }
  }
  const call = async (name: string, args: unknown): Promise<unknown> => {
    const { sql = '', schema = 'main', table = '' } = (args ?? {}) as Readonly<Record<string, string>>
    switch (name) {
      case 'judge':
        return judge(sql)
      case 'schemas':
        return listSchemas(service)
      case 'tables':
        return listTables(service, schema)
      case 'table':
        return describeTable(service, schema, table)
      case 'functions':
        return listFunctions(service)
      case 'estimate':
        return estimate(sql)
      default:
        return null
    }
  }
  const estimate = async (sql: string) => {
    const judgement = await judge(sql)
    const refusal = judgement.refusals[0] ?? (judgement.isReadOnly ? null : NOT_READING)
    if (refusal || judgement.statements.length !== 1) throw new Refused(refusal ?? ONE_STATEMENT)
    return estimateCost(service, judgement.statements[0]?.sql ?? sql).catch((error: unknown) => {
      throw new SqlFailure(error, sql)
    })
  }
  return { run, call, failureOf }
}

const NOT_READING =
  'This database does not allow for DDL/DML, but the query mutates data. Please contact your administrator for more assistance.'
const ONE_STATEMENT = 'Exactly one statement can run at a time.'

class Refused extends Error {}
class SqlFailure extends Error {
  readonly sql: string
  constructor(cause: unknown, sql: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.sql = sql
  }
}

function failureOf(error: unknown, isStopped: boolean): WorkerFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Refused) {
    const type: ErrorType = message === NOT_READING ? 'DML_NOT_ALLOWED_ERROR' : 'INVALID_SQL_ERROR'
    return { message, problem: { status: 400, message, type, extra: { engine_name: 'DuckDB' } } }
  }
  if (error instanceof ParseFailure) return parseProblem(error)
  const cause = error instanceof SqlFailure ? error.cause : error
  if (cause instanceof ResultTooLarge) return tooLarge()
  const failure = duckdbFailure(message, error instanceof SqlFailure ? error.sql : '')
  const { isFatal, isInterrupt, ...problem } = failure
  return { message: failure.message, isFatal, isStopped: isStopped || isInterrupt, problem }
}

function tooLarge(): WorkerFailure {
  const message = 'The result is larger than allowed. Add a LIMIT or filters.'
  return {
    message,
    problem: { status: 400, message, type: 'RESULT_TOO_LARGE_ERROR', extra: { engine_name: 'DuckDB' } },
  }
}

function parseProblem(error: ParseFailure): WorkerFailure {
  const detail = JSON.parse(error.detail) as { readonly exception_message: string; readonly position?: string }
  const place = detail.position === undefined ? null : placeOf(error.sql, Number(detail.position))
  const near = /^\s*("[^"]*"|\w+|\S)/.exec(error.sql.slice(place?.offset ?? error.sql.length))?.[1] ?? 'the end'
  const message = place
    ? `Error parsing near '${near}' at line ${place.line}:${place.column}`
    : detail.exception_message
  const at = place ? { line: place.line, column: place.column, position: place.offset } : {}
  const extra = {
    sql: error.sql,
    engine: 'duckdb',
    engine_name: 'DuckDB',
    engine_message: detail.exception_message,
    ...at,
  }
  return { message, problem: { status: 422, message, type: 'INVALID_SQL_ERROR', extra } }
}
