import { isFinished } from './queries.ts'
import type { EditorState, QueryRecord, RunStatement } from './state.ts'

/** Puts the statements of one press of Run in a row; each becomes a query when its turn comes. */
export function beginRun(
  state: EditorState,
  editorId: string,
  statements: readonly { readonly sql: string; readonly from: number | null; readonly label: string }[],
): EditorState {
  const run = statements.map((statement) => ({ ...statement, queryId: null, state: 'waiting' as const }))
  return { ...state, runs: { ...state.runs, [editorId]: run } }
}

export const runOf = (state: EditorState, editorId: string): readonly RunStatement[] => state.runs[editorId] ?? []

export function sendStatement(state: EditorState, editorId: string, place: number, queryId: string): EditorState {
  return changeRun(state, editorId, (statement, index) =>
    index === place ? { ...statement, queryId, state: 'sent' } : statement,
  )
}

/** After a failure or a stop the statements that follow are not run. */
export function skipWaiting(state: EditorState, editorId: string): EditorState {
  return changeRun(state, editorId, (statement) =>
    statement.state === 'waiting' ? { ...statement, state: 'skipped' } : statement,
  )
}

/** The place of the statement to send next, null while one is running or when all are done. */
export function nextStatement(state: EditorState, editorId: string): number | null {
  const run = runOf(state, editorId)
  const isBusy = run.some((statement) => statement.state === 'sent' && !isFinished(queryOf(state, statement).state))
  const place = run.findIndex((statement) => statement.state === 'waiting')
  return isBusy || place === -1 ? null : place
}

const UNKNOWN = { state: 'stopped' } as const

const queryOf = (state: EditorState, statement: RunStatement): Pick<QueryRecord, 'state'> =>
  (statement.queryId === null ? undefined : state.queries[statement.queryId]) ?? UNKNOWN

function changeRun(
  state: EditorState,
  editorId: string,
  change: (statement: RunStatement, index: number) => RunStatement,
): EditorState {
  return { ...state, runs: { ...state.runs, [editorId]: runOf(state, editorId).map(change) } }
}
