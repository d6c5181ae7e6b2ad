import { describe, expect, it } from 'vitest'
import {
  clearInactiveQueries,
  failQuery,
  fetchQuery,
  isRunningLike,
  refreshQueries,
  replacePreview,
  startQuery,
  stopQuery,
  succeedQuery,
} from './queries.ts'
import { type EditorState, findEditor, type QueryRecord, type RunState } from './state.ts'
import { editor, queryStart, stateWith, table } from './test/build.ts'

const open = stateWith([editor('a')])
const started = startQuery(open, queryStart('q'), 10)
const results = { status: 'success', columns: [], data: [] }
const failure = { message: 'no', link: null, errors: [] }

const withState = (runState: RunState, given: Partial<QueryRecord> = {}): EditorState => ({
  ...started,
  queries: { q: { ...(started.queries.q as QueryRecord), state: runState, ...given } },
})

const RUN_STATES = [
  'started',
  'stopped',
  'failed',
  'pending',
  'running',
  'scheduled',
  'success',
  'fetching',
  'timed_out',
] as const satisfies readonly RunState[]

/** Whether a state that the server tells leaves the one that is known here. */
const stays = (local: RunState, server: RunState): boolean => {
  if (local === 'stopped' || local === 'failed') return true
  if (server === 'success') return ['fetching', 'success', 'running'].includes(local)
  return isRunningLike(server) && ['success', 'timed_out', 'fetching'].includes(local)
}

describe('a query', () => {
  it('starts as pending when fetched later, as running otherwise', () => {
    expect(started.queries.q?.state).toBe('pending')
    expect(startQuery(open, queryStart('q', { runAsync: false }), 1).queries.q?.state).toBe('running')
    expect(findEditor(started, 'a')?.latestQueryId).toBe('q')
  })

  it('clears the results of the query before it', () => {
    const done = succeedQuery(started, 'q', { results, query: {} }, 20)
    const next = startQuery(done, queryStart('q2'), 30)
    expect(next.queries.q?.results).toBeNull()
    expect(next.queries.q?.state).toBe('success')
  })

  it('of a preview leaves results and latest query alone', () => {
    const done = succeedQuery(started, 'q', { results, query: {} }, 20)
    const next = startQuery(done, queryStart('p', { isDataPreview: true }), 30)
    expect(next.queries.q?.results).toEqual(results)
    expect(findEditor(next, 'a')?.latestQueryId).toBe('q')
  })

  it.each([
    ['success', 'pending', 'success', 'success'],
    ['success', 'stopped', 'success', 'stopped'],
    ['success', 'fetching', 'failed', 'fetching'],
  ] as const)('told %s while %s with a result that says %s is %s', (_told, before, status, after) => {
    const state = succeedQuery(withState(before), 'q', { results: { ...results, status }, query: {} }, 20)
    expect(state.queries.q?.state).toBe(after)
  })

  it.each([
    ['running', 'failed'],
    ['stopped', 'stopped'],
  ] as const)('told to have failed while %s is %s', (before, after) => {
    expect(failQuery(withState(before), 'q', failure, 20).queries.q?.state).toBe(after)
  })

  it('is stopped only while it has not finished', () => {
    expect(stopQuery(withState('running'), 'q', 20).queries.q).toMatchObject({ state: 'stopped', endDttm: 20 })
    expect(stopQuery(withState('success'), 'q', 20).queries.q?.state).toBe('success')
    expect(fetchQuery(withState('stopped'), 'q').queries.q?.state).toBe('stopped')
  })

  it.each([
    ['running', true],
    ['started', true],
    ['pending', true],
    ['fetching', true],
    ['scheduled', true],
    ['stopped', false],
    ['failed', false],
    ['success', false],
    ['timed_out', false],
  ] as const)('that is %s is running: %s', (state, expected) => {
    expect(isRunningLike(state)).toBe(expected)
  })
})

describe('news from the server', () => {
  it.each([
    ['stopped', 'running', 'stopped'],
    ['failed', 'success', 'failed'],
    ['fetching', 'success', 'fetching'],
    ['success', 'success', 'success'],
    ['running', 'success', 'running'],
    ['pending', 'success', 'success'],
    ['running', 'failed', 'failed'],
    ['pending', 'running', 'running'],
  ] as const)('local %s, server %s: %s', (local, server, expected) => {
    const state = refreshQueries(withState(local), [{ id: 'q', state: server, changedOn: 50 }])
    expect(state.queries.q?.state).toBe(expected)
    expect(state.queriesLastUpdate).toBe(50)
  })

  it.each(RUN_STATES.flatMap((local) => RUN_STATES.map((server) => [local, server] as const)))(
    'local %s, server %s: what ended here stays so, and what is further here does not go back',
    (local, server) => {
      const after = refreshQueries(withState(local), [{ id: 'q', state: server }]).queries.q?.state
      expect(stays(local, server) ? local : server).toBe(after)
    },
  )

  it('says nothing about queries of other places', () => {
    expect(refreshQueries(open, [{ id: 'x', state: 'running' }]).queries).toEqual({})
  })

  it('ends being offline', () => {
    expect(refreshQueries({ ...open, offline: true }, []).offline).toBe(false)
  })
})

describe('queries without a sign of life', () => {
  it.each([
    ['running', { progress: 0, startDttm: 0 }, false],
    ['pending', { progress: 0, startDttm: 0 }, false],
    ['running', { progress: 4, startDttm: 0 }, true],
    ['running', { progress: 0, startDttm: 900 }, true],
    ['success', { progress: 0, startDttm: 0 }, true],
  ] as const)('%s with %j stay: %s', (state, given, stays) => {
    expect('q' in clearInactiveQueries(withState(state, given), 500, 1000).queries).toBe(stays)
  })

  it('take their state from the result where they have a key', () => {
    const state = withState('fetching', { resultsKey: 'k', results })
    expect(clearInactiveQueries(state, 500, 1000).queries.q?.state).toBe('success')
  })

  it('are the same state where there is nothing to drop or to follow', () => {
    const state = withState('success', { resultsKey: 'k', results })
    expect(clearInactiveQueries(state, 500, 1000)).toBe(state)
  })
})

it('a preview that is run again is replaced on its table', () => {
  const state = replacePreview({ ...started, tables: [table('t', { dataPreviewQueryId: 'q' })] }, 'q', 'q9')
  expect(state.tables[0]?.dataPreviewQueryId).toBe('q9')
  expect(state.queries).toEqual({})
})
