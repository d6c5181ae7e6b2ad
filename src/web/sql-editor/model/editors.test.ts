import { describe, expect, it } from 'vitest'
import {
  addEditor,
  changeEditor,
  cloneEditor,
  closeTab,
  neighbourTab,
  removeGoneTab,
  renameEditor,
  reopenTab,
  setSql,
  switchTab,
} from './editors.ts'
import { defaultDatabaseId, newEditor, nextUntitledName } from './new-editor.ts'
import { startQuery, succeedQuery } from './queries.ts'
import { activeTabId, type EditorDatabase, emptyEditorState, findEditor } from './state.ts'
import { editor, queryStart, settings, stateWith, table } from './test/build.ts'

describe('names of tabs', () => {
  it.each([
    [[], 'Untitled Query 1'],
    [['Untitled Query 1', 'Sales'], 'Untitled Query 2'],
    [['Untitled Query 7', 'Untitled Query 2'], 'Untitled Query 8'],
    [['untitled query 9', 'Untitled Query x'], 'Untitled Query 1'],
  ])('after %j comes %s', (names, expected) => {
    expect(nextUntitledName(names)).toBe(expected)
  })

  it('counts names that are changed but not yet in the list', () => {
    const state = renameEditor(stateWith([editor('a')]), 'a', 'Untitled Query 4', 1)
    expect(newEditor(state, settings, { id: 'b' }, 2).name).toBe('Untitled Query 5')
  })
})

describe('a tab that is added', () => {
  it('starts with SELECT ..., and says when nothing is kept', () => {
    expect(newEditor(emptyEditorState, settings, { id: 'a' }, 0).sql).toBe('SELECT ...')
    expect(newEditor(emptyEditorState, { ...settings, isPersisted: false }, { id: 'a' }, 0).sql).toMatch(
      /^-- .+\n\nSELECT \.\.\.$/,
    )
  })

  it('is pushed onto the history and saves the working copy of the tab before it', () => {
    const typed = setSql(stateWith([editor('a')]), 'a', 'select 2', 5)
    const state = addEditor(typed, editor('b'))
    expect(state.tabHistory).toEqual(['a', 'b'])
    expect(state.queryEditors[0]?.sql).toBe('select 2')
    expect(state.unsavedQueryEditor).toEqual({})
  })

  it('takes the configured database, else the one with the lowest id', () => {
    const databases = Object.fromEntries([3, 2, 9].map((id) => [id, { id } as EditorDatabase]))
    expect(defaultDatabaseId(databases, 9)).toBe(9)
    expect(defaultDatabaseId(databases, null)).toBe(2)
    expect(defaultDatabaseId(databases, 77)).toBe(2)
    expect(defaultDatabaseId({}, null)).toBeNull()
  })
})

describe('changes', () => {
  it('of the active tab go to the working copy', () => {
    const state = setSql(stateWith([editor('a')]), 'a', 'select 3', 5)
    expect(state.queryEditors[0]?.sql).toBe('SELECT ...')
    expect(state.unsavedQueryEditor).toEqual({ id: 'a', sql: 'select 3', updatedAt: 5 })
    expect(findEditor(state, 'a')?.sql).toBe('select 3')
  })

  it('of another tab go straight to the list', () => {
    const state = changeEditor(stateWith([editor('a'), editor('b')]), 'a', { schema: 'x' }, 5)
    expect(state.queryEditors[0]).toMatchObject({ schema: 'x', updatedAt: 5 })
    expect(state.unsavedQueryEditor).toEqual({})
  })

  it('never give a tab an empty name', () => {
    expect(findEditor(renameEditor(stateWith([editor('a')]), 'a', '  ', 1), 'a')?.name).toBe('a')
  })
})

describe('switching', () => {
  it('writes the working copy into the list', () => {
    const typed = setSql(stateWith([editor('a'), editor('b')]), 'b', 'typed', 5)
    const state = switchTab(typed, 'a')
    expect(state.queryEditors[1]?.sql).toBe('typed')
    expect(activeTabId(state)).toBe('a')
    expect(state.unsavedQueryEditor).toEqual({})
  })

  it.each([
    ['c', 1, 'a'],
    ['a', -1, 'c'],
    ['a', 1, 'b'],
  ] as const)('from %s by %i goes to %s', (active, step, expected) => {
    const state = stateWith([editor('a'), editor('b'), editor('c')], { tabHistory: [active] })
    expect(neighbourTab(state, step)).toBe(expected)
  })
})

describe('closing', () => {
  const open = stateWith([editor('a', { tabViewId: 4 }), editor('b')], { tabHistory: ['b', 'a'], tables: [table('t')] })

  it('drops queries and tables and remembers the tab with its time', () => {
    const state = closeTab(startQuery(open, queryStart('q'), 1), 'a', 9)
    expect(state.queries).toEqual({})
    expect(state.tables).toEqual([])
    expect(state.destroyedQueryEditors).toEqual({ a: { at: 9, tabViewId: 4 } })
    expect(activeTabId(state)).toBe('b')
  })

  it('makes the last remaining tab active when the history is empty', () => {
    const state = closeTab({ ...open, tabHistory: ['a'] }, 'a', 9)
    expect(state.tabHistory).toEqual(['b'])
  })

  it('keeps what was typed, and reopening brings it back', () => {
    const closed = closeTab(setSql(open, 'a', 'precious', 5), 'a', 9)
    const state = reopenTab(closed, 'a2', 10)
    expect(findEditor(state, 'a2')).toMatchObject({ sql: 'precious', tabViewId: null, inLocalStorage: true })
    expect(state.closedTabs).toEqual([])
    expect(state.queryEditors.map((tab) => tab.id)).toEqual(['a2', 'b'])
  })

  it('keeps its runs, which come back under the tab that is reopened', () => {
    const ran = startQuery(open, queryStart('q', { runAsync: false, inLocalStorage: false }), 1)
    const results = { status: 'success', columns: [], data: [] }
    const state = reopenTab(closeTab(succeedQuery(ran, 'q', { results, query: {} }, 2), 'a', 9), 'a2', 10)
    expect(findEditor(state, 'a2')?.latestQueryId).toBe('q')
    expect(state.queries.q).toMatchObject({ sqlEditorId: 'a2', state: 'success', inLocalStorage: true })
  })

  it('keeps the text of a tab that the server lost, and deletes nothing there', () => {
    const state = removeGoneTab(setSql(open, 'a', 'precious', 5), 'a', 9)
    expect(state.destroyedQueryEditors).toEqual({})
    expect(state.closedTabs[0]).toMatchObject({ reason: 'gone', editor: { sql: 'precious' } })
  })
})

it('a clone is named after its source, runs by itself and is unknown to the server', () => {
  const source = editor('a', { name: 'Sales', tabViewId: 3, remoteId: 8, latestQueryId: 'q' })
  const state = cloneEditor(stateWith([source]), 'a', 'b', 5)
  expect(findEditor(state, 'b')).toMatchObject({
    name: 'Copy of Sales',
    autorun: true,
    tabViewId: null,
    remoteId: null,
    latestQueryId: null,
    inLocalStorage: true,
  })
  expect(activeTabId(state)).toBe('b')
})
