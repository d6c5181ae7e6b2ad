import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Driver } from '../../engines/driver.ts'
import { companionsOf, isFusible } from '../../query/plan/companions.ts'
import { type ChartStatement, runFused, type StatementRows } from './fused-run.server.ts'

/** First charts come soonest when few run at a time (reference: performance 0, finding 5). */
const AT_ONCE = 2
/** The first statement of a page has the database to itself for so long: nobody has seen anything yet. */
const HEAD_START_MS = 200
/** How long after the last statement a further one of the same page is waited for, with which it may be asked together. */
const GATHER_MS = 150
const KNOWN_REFUSED = 1_000

/** Runs statements for whoever asks a chart. */
export interface StatementRunner {
  /** Nobody waits for its answers yet. */
  readonly isAhead: boolean
  run(statement: ChartStatement): Promise<StatementRows>
}

interface Waiting {
  readonly statement: ChartStatement
  readonly rank: number
  /** It was asked with others, without an answer. */
  readonly isSingle: boolean
  resolve(rows: StatementRows): void
  reject(cause: unknown): void
}

/** The statements that one open page waits for. */
export interface StatementLine {
  /** Statements of one chart; lower ranks go first. `onWait` is called when one begins to wait. */
  at(rank: number, onWait: () => void): StatementRunner
  /** Tells that no further statement is about to come. */
  settle(): void
}

/**
 * Runs a few statements of a page at a time, those that ask about the same rows as one. The first goes alone, so that
 * something is seen soon. While `isGathering`, others are about to come. What is asked ahead runs one at a time once all
 * of it has come.
 */
export function statementLine(isGathering: () => boolean, isAhead = false): StatementLine {
  const atOnce = isAhead ? 1 : AT_ONCE
  let waiting: readonly Waiting[] = []
  let running = 0
  let hasStarted = false
  let headStart: NodeJS.Timeout | null = null
  let gathering: NodeJS.Timeout | null = null
  let lastCame = 0

  const endHeadStart = () => {
    if (headStart) clearTimeout(headStart)
    headStart = null
    next()
  }
  const endGathering = () => {
    if (gathering) clearTimeout(gathering)
    gathering = null
    start()
  }
  const hasRoom = () => waiting.length > 0 && running < (headStart ? 1 : atOnce)
  const next = () => {
    hasStarted &&= running > 0 || waiting.length > 0 || isGathering()
    if (!hasRoom() || (isAhead && isGathering())) return
    const left = lastCame + GATHER_MS - performance.now()
    if (!hasStarted || !isGathering() || left <= 0) endGathering()
    else gathering ??= setTimeout(endGathering, left).unref()
  }
  const start = () => {
    if (!hasRoom()) return
    const group = take()
    if (!hasStarted) headStart = setTimeout(endHeadStart, HEAD_START_MS).unref()
    hasStarted = true
    running += 1
    const work = group.length > 1 ? together(group, enqueue) : alone(group[0])
    void work.finally(() => {
      running -= 1
      endHeadStart()
    })
    next()
  }
  const take = (): readonly Waiting[] => {
    const [first, ...others] = waiting.toSorted((a, b) => a.rank - b.rank)
    if (!first) return []
    const group = hasStarted || isAhead ? [first, ...fitting(first, others)] : [first]
    waiting = waiting.filter((one) => !group.includes(one))
    return group
  }
  const enqueue = (one: Waiting) => {
    waiting = [...waiting, one]
  }
  return {
    settle: next,
    at: (rank, onWait) => ({
      isAhead,
      run(statement) {
        const answer = new Promise<StatementRows>((resolve, reject) => {
          statement.request.signal.throwIfAborted()
          const own = waitingFor({ statement, rank, isSingle: false, resolve, reject }, () => {
            waiting = waiting.filter((one) => one.statement !== statement)
          })
          enqueue(own)
          lastCame = performance.now()
        })
        next()
        onWait()
        return answer
      },
    }),
  }
}

/** Somebody who waits until the answer comes, or until it is needed no more. */
function waitingFor(one: Waiting, onLeave: () => void): Waiting {
  const { signal } = one.statement.request
  const leave = () => {
    onLeave()
    one.reject(signal.reason)
  }
  signal.addEventListener('abort', leave, { once: true })
  const settled =
    <T>(tell: (value: T) => void) =>
    (value: T) => {
      signal.removeEventListener('abort', leave)
      tell(value)
    }
  return { ...one, resolve: settled(one.resolve), reject: settled(one.reject) }
}

/** Statements, and groups of them, that could not be answered together. */
const refused = new WeakMap<Driver, LRUCache<string, true>>()

const textOf = (statements: readonly ChartStatement[]) =>
  hash('sha256', statements.map(({ request }) => request.sql).join('\0'))

const isRefused = (statements: readonly ChartStatement[]): boolean =>
  statements[0] !== undefined && refused.get(statements[0].driver)?.has(textOf(statements)) === true

function rememberRefused(statements: readonly ChartStatement[]): void {
  const driver = statements[0]?.driver
  if (!driver) return
  const known = refused.get(driver) ?? new LRUCache<string, true>({ max: KNOWN_REFUSED })
  refused.set(driver, known)
  known.set(textOf(statements), true)
}

/** Those of the others that may be asked in one statement with the first. */
function fitting({ statement, isSingle }: Waiting, others: readonly Waiting[]): readonly Waiting[] {
  const { pieces, dialect } = statement
  if (isSingle || !pieces || isRefused([statement]) || !isFusible(pieces, dialect)) return []
  const near = others.filter((one) => !one.isSingle && isNear(statement, one.statement))
  const numbers = companionsOf(
    pieces,
    near.flatMap((one) => one.statement.pieces ?? []),
    dialect,
  )
  const found = numbers.flatMap((number) => near[number] ?? [])
  return isRefused([statement, ...found.map((one) => one.statement)]) ? [] : found
}

/** The same database, asked by the same user in the same way. */
function isNear({ driver, request }: ChartStatement, other: ChartStatement): boolean {
  const { pieces, dialect, request: asked } = other
  return (
    driver === other.driver &&
    request.schema === asked.schema &&
    request.catalog === asked.catalog &&
    request.user === asked.user &&
    pieces !== null &&
    !isRefused([other]) &&
    isFusible(pieces, dialect)
  )
}

async function alone(one: Waiting | undefined): Promise<void> {
  if (!one) return
  const { statement, isSingle } = one
  await statement.driver.run(statement.request).then(one.resolve, (cause) => {
    if (isSingle && !statement.request.signal.aborted) rememberRefused([statement])
    one.reject(cause)
  })
}

/** Asks for all in one statement, which ends when nobody waits for any of them. What it does not answer waits again, to go alone. */
async function together(group: readonly Waiting[], again: (one: Waiting) => void): Promise<void> {
  const abort = new AbortController()
  const statements = group.map(({ statement }) => statement)
  const signals = statements.map(({ request }) => request.signal)
  const leave = () => {
    if (signals.every(({ aborted }) => aborted)) abort.abort()
  }
  for (const signal of signals) signal.addEventListener('abort', leave, { once: true })
  leave()
  const answers = await runFused(statements, abort.signal).catch(() => [])
  if (answers.length === 0 && !abort.signal.aborted) rememberRefused(statements)
  for (const [i, one] of group.entries()) {
    signals[i]?.removeEventListener('abort', leave)
    const rows = answers[i]
    if (rows) one.resolve(rows)
    else if (!signals[i]?.aborted) {
      if (rows === null) rememberRefused([one.statement])
      again({ ...one, isSingle: true })
    }
  }
}
