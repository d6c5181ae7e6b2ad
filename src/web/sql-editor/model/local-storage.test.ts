import { describe, expect, it } from 'vitest'
import { queriesToStore, sessionToStore, stateFromStore, withLastDraft } from './local-storage.ts'
import { startQuery, succeedQuery } from './queries.ts'
import { editor, queryStart, stateWith } from './test/build.ts'

describe('what a browser keeps', () => {
  const run = (startedAt: number, data: readonly Record<string, unknown>[]) =>
    succeedQuery(
      startQuery(stateWith([editor('a')]), queryStart('q'), startedAt),
      'q',
      { results: { status: 'success', columns: [], data }, query: {} },
      startedAt,
    )

  it.each([
    ['a day old', 0, 86_400_000, 10, true],
    ['older', 0, 86_400_001, 10, false],
    ['large', 0, 1, 600_000, false],
    ['just small enough', 0, 1, 500_000, true],
  ])('a result that is %s', (_name, startedAt, now, length, stays) => {
    const stored = queriesToStore(run(startedAt, [{ a: 'x'.repeat(length) }]).queries, now)
    expect(stored.q?.results !== null).toBe(stays)
  })

  it('comes back in the same order with the same tab active', () => {
    const state = stateWith([editor('b'), editor('a')], { tabHistory: ['a', 'b'] })
    const back = stateFromStore(sessionToStore(state, 1), [editor('a'), editor('b')], 2)
    expect(back.queryEditors.map((tab) => tab.id)).toEqual(['b', 'a'])
    expect(back.tabHistory).toEqual(['a', 'b'])
  })

  it('takes the copy made at the last keystroke when it is newer', () => {
    const stored = [editor('a', { sql: 'old', updatedAt: 5 }), editor('b')]
    expect(withLastDraft(stored, editor('a', { sql: 'new', updatedAt: 6 }))[0]?.sql).toBe('new')
    expect(withLastDraft(stored, editor('a', { sql: 'older', updatedAt: 4 }))[0]?.sql).toBe('old')
    expect(withLastDraft(stored, editor('closed', { updatedAt: 9 }))).toEqual(stored)
    const moved = editor('a', { sql: 'same age', updatedAt: 5, cursorPosition: 3, selectedText: 'ol' })
    expect(withLastDraft(stored, moved)[0]).toMatchObject({ sql: 'old', cursorPosition: 3, selectedText: 'ol' })
  })

  it('does not claim that a query is running which died with the page', () => {
    const sync = startQuery(stateWith([editor('a')]), queryStart('q', { runAsync: false }), 1)
    expect(stateFromStore(sessionToStore(sync, 1), [editor('a')], 2).queries.q?.state).toBe('stopped')
    const async = startQuery(stateWith([editor('a')]), queryStart('q'), 1)
    expect(stateFromStore(sessionToStore(async, 1), [editor('a')], 2).queries.q?.state).toBe('pending')
  })
})
