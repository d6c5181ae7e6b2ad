import { describe, expect, it } from 'vitest'
import { changeEditor, closeTab, loseServerTab, removeGoneTab, renameEditor, reopenTab, setSql } from './editors.ts'
import { newEditor } from './new-editor.ts'
import {
  fillClosedTab,
  giveWay,
  isGone,
  mergeServerTabs,
  receiveServerTab,
  receiveWindowClosing,
  receiveWindowTab,
  type ServerTab,
  unsentTabs,
} from './persistence.ts'
import { failQuery, startQuery } from './queries.ts'
import { type EditorState, type EditorTab, emptyEditorState, findEditor } from './state.ts'
import { editor, queryStart, settings, stateWith, table } from './test/build.ts'

const build = (id: string, given: Partial<EditorTab>) => newEditor(emptyEditorState, settings, { id, ...given }, 0)
const server = (updatedAt: number, sql: string, tabViewId = 1): ServerTab => ({
  tabViewId,
  updatedAt,
  tables: [],
  tab: { sql },
})

describe('tabs of browser and server', () => {
  it.each([
    ['browser newer', 20, 10, 'browser'],
    ['server newer', 10, 20, 'server'],
    ['same age', 10, 10, 'server'],
    ['server without a time', 10, 0, 'browser'],
    ['server newer, text never sent', 10, 20, 'browser', 5],
  ])('%s', (_name, browserTime, serverTime, winner, syncedAt = browserTime) => {
    const local = editor('a', { tabViewId: 1, updatedAt: browserTime, syncedAt, sql: 'browser' })
    const tabs = { ids: [{ id: 1, label: 'a' }], active: server(serverTime, 'server') }
    const state = mergeServerTabs(stateWith([local]), tabs, build, 30)
    expect(findEditor(state, 'a')).toMatchObject({ sql: winner, loaded: true })
  })

  it('are one list: unknown ones of the server are names to be loaded, local ones stay', () => {
    const tabs = {
      ids: [
        { id: 1, label: 'Old' },
        { id: 2, label: 'Active' },
      ],
      active: server(5, 'active', 2),
    }
    const state = mergeServerTabs(stateWith([editor('mine')]), tabs, build, 30)
    expect(state.queryEditors.map((tab) => [tab.name, tab.loaded, tab.inLocalStorage])).toEqual([
      ['mine', true, true],
      ['Old', false, false],
      ['Active', true, false],
    ])
    expect(state.tabHistory).toEqual(['mine'])
  })

  it('keep a failed run that never reached the server, which names no run of the tab', () => {
    const local = editor('a', { tabViewId: 1, updatedAt: 10, syncedAt: 10 })
    const failure = { message: 'Refused', link: 'https://example.com', errors: [] }
    const failed = failQuery(startQuery(stateWith([local]), queryStart('q'), 10), 'q', failure, 11)
    const sent = { ...server(20, 'select 1'), tab: { sql: 'select 1', latestQueryId: null } }
    const received = receiveServerTab(failed, sent)
    expect(findEditor(received, 'a')?.latestQueryId).toBe('q')
    expect(received.queries['q']).toMatchObject({ errorMessage: 'Refused', link: 'https://example.com' })
    const known = { ...failed, queries: { q: { ...failed.queries['q'], serverId: 7 } } } as EditorState
    expect(findEditor(receiveServerTab(known, sent), 'a')?.latestQueryId).toBeNull()
  })

  it('give way once the server has kept their text, unless somebody typed on', () => {
    const local = editor('a', { tabViewId: 1, updatedAt: 10, syncedAt: 5, sql: 'late' })
    const later = { ...server(20, 'newer'), tab: { sql: 'newer', seenRevision: 3 } }
    const given = giveWay(stateWith([local]), later, local)
    expect(findEditor(given, 'a')).toMatchObject({ sql: 'newer', updatedAt: 20, syncedAt: 20, seenRevision: 3 })
    const typed = giveWay(setSql(stateWith([local]), 'a', 'typed', 30), later, local)
    expect(findEditor(typed, 'a')).toMatchObject({ sql: 'typed', updatedAt: 30, syncedAt: 5 })
  })

  it('are closed with another window of the browser, and are in its bin too', () => {
    const open = stateWith([editor('a', { tabViewId: 1 }), editor('b', { tabViewId: 2, loaded: false }), editor('c')])
    const closing = (id: string) => closeTab(open, id, 5).closedTabs.slice(0, 1)
    const received = [...closing('a'), ...closing('b')].reduce(receiveWindowClosing, open)
    expect(received.queryEditors.map(({ id }) => id)).toEqual(['c'])
    expect(received.closedTabs.map(({ editor: { id } }) => id)).toEqual(['b', 'a'])
    // The window that closed a tab which had not come may take it back.
    expect(Object.keys(received.destroyedQueryEditors)).toEqual(['a'])
    expect([...closing('a')].reduce(receiveWindowClosing, received)).toBe(received)
  })

  it('know what another window has told the server, and keep what they did not see', () => {
    const local = editor('a', { tabViewId: 1, updatedAt: 10, syncedAt: 5, seenRevision: 1 })
    const told = { ...local, syncedAt: 10, seenRevision: 2 }
    const adopted = findEditor(receiveWindowTab(stateWith([local]), told), 'a')
    expect(adopted).toMatchObject({ syncedAt: 10, seenRevision: 2 })
    const typed = findEditor(receiveWindowTab(setSql(stateWith([local]), 'a', 'typed', 30), told), 'a')
    expect(typed).toMatchObject({ sql: 'typed', syncedAt: 5, seenRevision: 1 })
  })

  it('are new to the server after it lost them, with what it kept of them', () => {
    const typed = editor('a', { tabViewId: 7, updatedAt: 9, syncedAt: 5, seenRevision: 3 })
    const lost = { tabViewId: null, formerTabViewId: 7, seenRevision: null }
    expect(findEditor(loseServerTab(stateWith([typed]), 'a', 10), 'a')).toMatchObject(lost)
    expect(mergeServerTabs(stateWith([typed]), { ids: [], active: null }, build, 30).queryEditors).toMatchObject([lost])
    expect(reopenTab(closeTab(stateWith([typed]), 'a', 10), 'new', 11).queryEditors).toMatchObject([lost])
  })

  it('do not come back after they were closed here', () => {
    const closed = { ...emptyEditorState, destroyedQueryEditors: { a: { at: 1, tabViewId: 1 } } }
    expect(mergeServerTabs(closed, { ids: [{ id: 1, label: 'a' }], active: null }, build, 30).queryEditors).toEqual([])
  })

  it('that another place deleted go to the bin, unless they hold unsent work', () => {
    const sent = editor('sent', { tabViewId: 1, updatedAt: 5, syncedAt: 5 })
    const typed = editor('typed', { tabViewId: 2, updatedAt: 9, syncedAt: 5 })
    const state = mergeServerTabs(stateWith([sent, typed]), { ids: [], active: null }, build, 30)
    expect(state.queryEditors.map((tab) => [tab.id, tab.tabViewId])).toEqual([['typed', null]])
    expect(state.closedTabs.map((tab) => [tab.editor.id, tab.reason])).toEqual([['sent', 'gone']])
    expect(state.destroyedQueryEditors).toEqual({})
  })

  it('have the tables that the server has, opened as it says, and those that it does not have yet', () => {
    const { id: _id, queryEditorId: _owner, ...kept } = table('penguins')
    const entry = (name: string, serverId: number, expanded: boolean) => ({ ...kept, name, serverId, expanded })
    const local = [
      table('penguins', { serverId: 1, expanded: true }),
      table('gone', { serverId: 2 }),
      table('unsent'),
      table('of-another-tab', { queryEditorId: 'b', serverId: 9 }),
    ]
    const state = stateWith([editor('a', { tabViewId: 1, loaded: false })], { tables: local })
    const tables = [entry('penguins', 1, false), entry('weather', 3, true)]
    const received = receiveServerTab(state, { ...server(10, 's'), tables })
    expect(received.tables.map(({ id, name, expanded, queryEditorId }) => [id, name, expanded, queryEditorId])).toEqual(
      [
        ['of-another-tab', 'of-another-tab', true, 'b'],
        ['unsent', 'unsent', true, 'a'],
        ['penguins', 'penguins', false, 'a'],
        ['server-3', 'weather', true, 'a'],
      ],
    )
  })

  it('show the later of two runs, where the server was not told of it yet', () => {
    const local = stateWith([editor('a', { tabViewId: 1, updatedAt: 10, syncedAt: 10 })])
    const ran = startQuery(startQuery(local, queryStart('first'), 1), queryStart('second'), 2)
    const latest = (id: string) =>
      findEditor(receiveServerTab(ran, { ...server(10, 's'), tab: { latestQueryId: id } }), 'a')?.latestQueryId
    expect(latest('first')).toBe('second')
    expect(latest('of another browser')).toBe('of another browser')
  })

  it('a loaded tab keeps what is typed in it', () => {
    const local = stateWith([editor('a', { tabViewId: 1 })])
    const state = receiveServerTab(setSql(local, 'a', 'typing', 50), server(10, 'server'))
    expect(findEditor(state, 'a')?.sql).toBe('typing')
  })

  it('only the product may say that a tab is gone', () => {
    expect(isGone({ status: 404, isFromProduct: true })).toBe(true)
    expect(isGone({ status: 404, isFromProduct: false })).toBe(false)
    expect(isGone({ status: 502, isFromProduct: true })).toBe(false)
  })
})

describe('a tab that has not come from the server yet', () => {
  const names = { ids: [{ id: 1, label: 'Sales' }], active: null }
  const nameOnly = mergeServerTabs(emptyEditorState, names, build, 30)

  it('keeps the text of the server when it is renamed before', () => {
    const renamed = renameEditor(nameOnly, '1', 'Orders', 50)
    expect(findEditor(renamed, '1')?.name).toBe('Orders')
    expect(unsentTabs(renamed)).toEqual(['1'])
    const state = receiveServerTab(renamed, server(10, 'select precious'))
    expect(findEditor(state, '1')).toMatchObject({
      name: 'Orders',
      sql: 'select precious',
      updatedAt: 50,
      syncedAt: 10,
    })
  })

  it('does not become the newer copy by what is changed besides its text', () => {
    const local = editor('a', { tabViewId: 1, updatedAt: 5, syncedAt: 5, sql: 'old', loaded: false })
    const hidden = changeEditor(stateWith([local]), 'a', { hideLeftBar: true }, 50)
    const state = receiveServerTab(hidden, server(10, 'written elsewhere'))
    expect(findEditor(state, 'a')).toMatchObject({ hideLeftBar: true, sql: 'written elsewhere' })
  })

  it('is taken back from there when it is reopened before it is deleted', () => {
    const state = reopenTab(closeTab(nameOnly, '1', 40), 'b', 50)
    expect(state.queryEditors).toEqual(nameOnly.queryEditors)
    expect([state.destroyedQueryEditors, state.closedTabs]).toEqual([{}, []])
  })

  it('can be reopened with its text when it was fetched before it is deleted', () => {
    const { destroyedQueryEditors: _, ...filled } = fillClosedTab(
      closeTab(nameOnly, '1', 40),
      '1',
      server(10, 'precious'),
    )
    const state = reopenTab({ ...filled, destroyedQueryEditors: {} }, 'b', 50)
    expect(findEditor(state, 'b')).toMatchObject({ sql: 'precious', tabViewId: null, loaded: true })
  })

  it('leaves nothing behind when it is gone, as there is no text to keep', () => {
    expect(removeGoneTab(nameOnly, '1', 50)).toMatchObject({ queryEditors: [], closedTabs: [] })
    expect(mergeServerTabs(nameOnly, { ids: [], active: null }, build, 50)).toMatchObject({
      queryEditors: [],
      closedTabs: [],
    })
  })

  it('is called as the server calls it, unless it was renamed here', () => {
    const again = { ids: [{ id: 1, label: 'Called elsewhere' }], active: null }
    expect(mergeServerTabs(nameOnly, again, build, 50).queryEditors[0]?.name).toBe('Called elsewhere')
    const renamed = renameEditor(nameOnly, '1', 'Called here', 50)
    expect(mergeServerTabs(renamed, again, build, 60).queryEditors[0]?.name).toBe('Called here')
  })
})

describe('a tab that another place deletes while it is open here', () => {
  const open = stateWith([editor('a', { tabViewId: 1, inLocalStorage: false })], {
    tables: [table('t', { serverId: 3, inLocalStorage: false })],
  })

  it('is created again with its tables when it holds unsent work', () => {
    const state = loseServerTab(setSql(open, 'a', 'typed', 50), 'a', 60)
    expect(findEditor(state, 'a')).toMatchObject({ sql: 'typed', tabViewId: null, inLocalStorage: true })
    expect(state.tables).toMatchObject([{ serverId: null, inLocalStorage: true }])
  })

  it('goes to the closed tabs when it holds none', () => {
    const state = loseServerTab(open, 'a', 60)
    expect(state.queryEditors).toEqual([])
    expect(state.closedTabs).toMatchObject([{ reason: 'gone', editor: { id: 'a' } }])
  })
})

describe('two windows', () => {
  it.each([
    [5, 9, 'other'],
    [9, 5, 'mine'],
  ])('typed at %i here and at %i there: %s', (mine, other, winner) => {
    const here = stateWith([editor('a', { sql: 'mine', updatedAt: mine })])
    const state = receiveWindowTab(here, editor('a', { sql: 'other', updatedAt: other }))
    expect(findEditor(state, 'a')?.sql).toBe(winner)
  })

  it('create a tab on the server once', () => {
    const here = stateWith([editor('a', { updatedAt: 9 })])
    const state = receiveWindowTab(here, editor('a', { updatedAt: 5, tabViewId: 7, inLocalStorage: false }))
    expect(findEditor(state, 'a')).toMatchObject({ tabViewId: 7, inLocalStorage: false })
  })

  it('do not bring back what was closed here', () => {
    const here = { ...emptyEditorState, destroyedQueryEditors: { a: { at: 1, tabViewId: null } } }
    expect(receiveWindowTab(here, editor('a')).queryEditors).toEqual([])
  })
})
