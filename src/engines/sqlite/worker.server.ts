import { constants, DatabaseSync } from 'node:sqlite'
import { Problem } from '../../wire/problem.ts'
import { type HostedRequest, hostWorker } from '../worker-host.server.ts'
import type { RunMessage, WorkerFailure } from '../worker-protocol.ts'
import { describeTable, listFunctions, listTables } from './catalog.server.ts'
import { sqliteProblem } from './errors.ts'
import { judgeSqlite } from './judge.server.ts'
import { loadTable } from './load.server.ts'
import { ResultTooLarge, runSqlite } from './run.server.ts'
import { sqliteWorkerSettings } from './settings.ts'

const BUSY_MS = 2_000
const MB = 1024 * 1024

class SqlFailure extends Error {
  readonly sql: string
  readonly isParsing: boolean
  constructor(cause: unknown, sql: string, isParsing: boolean) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.sql = sql
    this.isParsing = isParsing
  }
}

hostWorker(async () => {
  const { path, isReadOnly } = sqliteWorkerSettings.parse(JSON.parse(process.env.SIGHTLINE_WORKER ?? '{}'))
  const open = (readOnly: boolean) => {
    const database = new DatabaseSync(path, { readOnly, allowExtension: false, timeout: BUSY_MS })
    Object.assign(database.limits, {
      length: 256 * MB,
      sqlLength: 1 * MB,
      attach: 0,
      exprDepth: 500,
      compoundSelect: 200,
    })
    return database
  }
  const catalog = open(true)
  const judging = open(isReadOnly)
  // A connection of its own, because an authorizer would also refuse the questions of the catalog.
  const reading = open(true)
  reading.setAuthorizer((action) => (READING.has(action) ? constants.SQLITE_OK : constants.SQLITE_DENY))
  const judge = (sql: string) => {
    try {
      return judgeSqlite(judging, sql)
    } catch (error) {
      throw new SqlFailure(error, sql, true)
    }
  }
  const run = async (message: RunMessage, request: HostedRequest) => {
    const database = message.isReadOnly ? reading : open(false)
    try {
      const done = await runSqlite(database, message, request)
      if (request.isStopped()) throw new Error('stopped')
      return done
    } catch (error) {
      throw new SqlFailure(error, message.sql, false)
    } finally {
      if (database !== reading) database.close()
    }
  }
  const call = async (name: string, args: unknown): Promise<unknown> => {
    const { sql = '', table = '', schema = '' } = (args ?? {}) as Readonly<Record<string, string>>
    switch (name) {
      case 'judge':
        return judge(sql)
      case 'schemas':
        return ['main']
      case 'tables':
        return isMain(schema) ? listTables(catalog) : []
      case 'table':
        return isMain(schema) ? describeTable(catalog, table) : null
      case 'functions':
        return listFunctions(catalog)
      case 'load':
        return load(open(false), args)
      case 'estimate':
        return plan(reading, sql)
      default:
        return null
    }
  }
  return { run, call, failureOf }
})

/** Whether it is the only schema of a file; an empty name is no other one. */
const isMain = (schema: string) => schema === '' || schema.toLowerCase() === 'main'

const READING = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

async function load(database: DatabaseSync, args: unknown): Promise<void> {
  try {
    await loadTable(database, args)
  } finally {
    database.close()
  }
}

/** SQLite has no numbers to offer, only the steps of its plan. */
function plan(database: DatabaseSync, sql: string): Record<string, string> {
  const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as unknown as { detail: string }[]
  return { Plan: steps.map((step) => step.detail).join('; ') }
}

function failureOf(error: unknown, isStopped: boolean): WorkerFailure {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof Problem) {
    const { status, message, detail } = error
    return { message, problem: { status, message, type: detail.type ?? 'GENERIC_COMMAND_ERROR', extra: {} } }
  }
  const cause = error instanceof SqlFailure ? error.cause : error
  if (cause instanceof ResultTooLarge) {
    const message = 'The result is larger than allowed. Add a LIMIT or filters.'
    return {
      message,
      problem: { status: 400, message, type: 'RESULT_TOO_LARGE_ERROR', extra: { engine_name: 'SQLite' } },
    }
  }
  const sql = error instanceof SqlFailure ? error.sql : ''
  const problem = sqliteProblem(text, sql)
  if (error instanceof SqlFailure && error.isParsing && problem.type === 'SYNTAX_ERROR') {
    const { line = 1, column = 1 } = problem.extra as { line?: number; column?: number }
    const near = /near "([^"]+)"/.exec(text)?.[1] ?? 'the end'
    const message = `Error parsing near '${near}' at line ${line}:${column}`
    const extra = { ...problem.extra, sql, engine: 'sqlite', engine_message: text }
    return { message, problem: { status: 422, message, type: 'INVALID_SQL_ERROR', extra } }
  }
  return { message: problem.message, isStopped, problem }
}
