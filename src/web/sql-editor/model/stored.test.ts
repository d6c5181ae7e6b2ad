import { describe, expect, it } from 'vitest'
import { closeTab } from './editors.ts'
import { sessionToStore, stateFromStore } from './local-storage.ts'
import { startQuery } from './queries.ts'
import { storedEditor, storedEditors, storedSession } from './stored.ts'
import { editor, queryStart, stateWith, table } from './test/build.ts'

const JUNK: readonly unknown[] = [
  undefined,
  null,
  0,
  Number.NaN,
  true,
  '',
  'junk',
  [],
  [[]],
  {},
  [{}],
  { id: 5, sql: 'x' },
]

describe('what a browser has kept', () => {
  it('comes back as it was', () => {
    const a = editor('a', { tabViewId: 1, catalog: 'c', seenRevision: 3, selectedText: 'x' })
    const ahead = { ...a, changedAhead: { at: 5, change: { name: 'New' } } }
    expect(storedEditors([a, ahead])).toMatchObject([a, ahead])
    const ran = startQuery(stateWith([a, editor('b')], { tables: [table('t')] }), queryStart('q'), 1)
    const session = sessionToStore(closeTab(ran, 'b', 7), 8)
    expect(storedSession(session)).toMatchObject(session)
  })

  it('is read as far as it can be, and keeps every text', () => {
    const broken = { id: 'a', sql: 'select 1', updatedAt: 'soon', northPercent: null, tabViewId: {}, changedAhead: [] }
    expect(storedEditor(broken)).toMatchObject({ sql: 'select 1', updatedAt: 1, northPercent: 42, tabViewId: null })
    expect(storedEditors(JUNK)).toEqual([])
    const bin = storedSession({ closedTabs: [...JUNK, { editor: broken }] })?.closedTabs
    expect(bin).toMatchObject([{ editor: { sql: 'select 1' }, reason: 'closed', queries: [] }])
  })

  it.each(JUNK.map((junk) => [junk]))('gives a state also where it is %j', (junk) => {
    const names = Object.keys(sessionToStore(stateWith([]), 0))
    for (const name of names) {
      const session = storedSession({ [name]: junk })
      expect(stateFromStore(session, storedEditors([junk]), 1).queryEditors).toEqual([])
    }
    expect(() => stateFromStore(storedSession(junk), [], 1)).not.toThrow()
  })

  it('of a run is the whole record or nothing', () => {
    const kept = sessionToStore(startQuery(stateWith([editor('a')]), queryStart('q'), 1), 3)
    const broken = { ...kept, queries: { ...kept.queries, bad: { id: 'bad' } } }
    expect(Object.keys(storedSession(broken)?.queries ?? {})).toEqual(['q'])
  })
})
