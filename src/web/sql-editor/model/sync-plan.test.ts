import { describe, expect, it } from 'vitest'
import { closeTab, setSql } from './editors.ts'
import { startQuery } from './queries.ts'
import { settingsOf } from './seen-settings.ts'
import { findEditor, type QueryRecord } from './state.ts'
import {
  applyActivated,
  applyCreated,
  applyDeleted,
  applyMigrated,
  applySaved,
  forgetLocalDeletions,
  nextSaveAt,
  planFlush,
  planFollowers,
  planSync,
  tabFields,
} from './sync-plan.ts'
import { editor, queryStart, stateWith, table } from './test/build.ts'

const onServer = editor('a', { tabViewId: 1, inLocalStorage: false, updatedAt: 0, syncedAt: 0 })
const saved = (editorId: string, updatedAt: number) => ({
  editorId,
  updatedAt,
  revision: 1,
  settings: settingsOf(onServer),
})
const kinds = (actions: readonly { readonly kind: string }[]) => actions.map((action) => action.kind)

describe('what is sent at a tick', () => {
  it('all local tabs are created, in their order', () => {
    const state = stateWith([editor('a'), editor('b')])
    expect(planSync(state, 10)).toMatchObject([
      { kind: 'create', editor: { id: 'a' } },
      { kind: 'create', editor: { id: 'b' } },
    ])
  })

  it('the active tab is activated once', () => {
    const state = stateWith([onServer])
    expect(planSync(state, 10)).toEqual([{ kind: 'activate', tabViewId: 1 }])
    expect(planSync(applyActivated(state, 1), 20)).toEqual([])
  })

  it.each([
    [4_999, []],
    [5_000, ['save']],
  ])('a change made %i ms ago sends %j', (age, expected) => {
    const state = setSql(applyActivated(stateWith([onServer]), 1), 'a', 'x', 1_000)
    expect(kinds(planSync(state, 1_000 + age))).toEqual(expected)
  })

  it('what was typed while saving is saved again', () => {
    const typed = setSql(applyActivated(stateWith([onServer]), 1), 'a', 'x', 1_000)
    const first = applySaved(setSql(typed, 'a', 'xy', 7_000), saved('a', 1_000), 7_001)
    expect(planSync(first, 12_000)).toMatchObject([{ kind: 'save', editor: { sql: 'xy' } }])
    expect(planSync(applySaved(first, saved('a', 7_000), 12_001), 20_000)).toEqual([])
  })

  it('a tab of which only the name is known is never saved', () => {
    const state = applyActivated(stateWith([{ ...onServer, loaded: false, updatedAt: 5 }]), 1)
    expect(planSync(state, 100_000)).toEqual([])
  })

  it('a closed tab is deleted until that worked, a local one is forgotten', () => {
    const state = closeTab(closeTab(stateWith([onServer, editor('b')]), 'a', 5), 'b', 6)
    expect(planSync(state, 10)).toEqual([{ kind: 'delete', editorId: 'a', tabViewId: 1 }])
    expect(Object.keys(forgetLocalDeletions(state).destroyedQueryEditors)).toEqual(['a'])
    expect(planSync(applyDeleted(state, 'a'), 20)).toEqual([])
  })

  it('tables follow their tab to the server', () => {
    const local = stateWith([editor('a')], { tables: [table('t')] })
    expect(kinds(planSync(local, 10))).toEqual(['create'])
    const created = applyActivated(applyCreated(local, 'a', 1), 1)
    expect(planSync(created, 10)).toEqual([{ kind: 'createTable', tableId: 't', tabViewId: 1 }])
  })

  it('the page that goes away waits for nothing', () => {
    const state = setSql(stateWith([onServer]), 'a', 'x', 1_000)
    expect(kinds(planFlush(state))).toEqual(['save'])
  })
})

it('a created tab is known by its number and takes its queries along until that worked', () => {
  const ran = startQuery(stateWith([editor('a')]), queryStart('q'), 1)
  const known = { ...ran, queries: { q: { ...(ran.queries.q as QueryRecord), serverId: 5 } } }
  const state = applyCreated(known, 'a', 3)
  const move = { kind: 'migrateQuery', tabViewId: 3, queryId: 'q' }
  expect(findEditor(state, 'a')).toMatchObject({ tabViewId: 3, inLocalStorage: false })
  expect(planFollowers(state, 3)).toEqual([move])
  expect(planSync(state, 10)).toContainEqual(move)
  expect(planSync(applyMigrated(state, 'q'), 20)).not.toContainEqual(move)
})

it('a tab that was closed while it was created is deleted there', () => {
  const closed = forgetLocalDeletions(closeTab(stateWith([editor('a')]), 'a', 5))
  const state = applyCreated(closed, 'a', 3)
  expect(planSync(state, 10)).toEqual([{ kind: 'delete', editorId: 'a', tabViewId: 3 }])
})

it('a query that the server does not know yet is taken along later', () => {
  const state = applyCreated(startQuery(stateWith([editor('a')]), queryStart('q'), 1), 'a', 3)
  expect(planFollowers(state, 3)).toEqual([])
})

it('the next save is five seconds after the last change', () => {
  const state = setSql(stateWith([onServer]), 'a', 'x', 1_000)
  expect(nextSaveAt(state, 2_000)).toBe(6_000)
  expect(nextSaveAt(setSql(state, 'a', 'xy', 3_000), 3_000)).toBe(8_000)
  expect(nextSaveAt(state, 6_000)).toBe(null)
  expect(nextSaveAt(applySaved(state, saved('a', 1_000), 2_000), 2_000)).toBe(null)
})

it('a change of a text whose clock is ahead is later than that, and is saved at the next tick', () => {
  const ahead = { ...onServer, updatedAt: 86_400_000, syncedAt: 86_400_000 }
  const typed = setSql(applyActivated(stateWith([ahead]), 1), 'a', 'x', 1_000)
  expect(findEditor(typed, 'a')?.updatedAt).toBe(86_400_001)
  expect(kinds(planSync(typed, 2_000))).toEqual(['save'])
  expect(nextSaveAt(typed, 2_000)).toBe(null)
})

it('a saved tab carries its clock and version', () => {
  const fields = tabFields(editor('a', { updatedAt: 7, dbId: 2, schema: 'main' }), null)
  expect(fields).toMatchObject({
    database_id: 2,
    schema: 'main',
    label: 'a',
    extra_json: '{"updatedAt":7,"version":1}',
  })
  expect('latest_query_id' in fields).toBe(false)
})
