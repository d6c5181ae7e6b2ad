import { describe, expect, it } from 'vitest'
import { receiveServerTab } from './persistence.ts'
import { type EditorTab, findEditor } from './state.ts'
import { editor, stateWith } from './test/build.ts'

const SERVER = { tabViewId: 1, updatedAt: 15, tables: [] }

describe('settings that two browsers change', () => {
  const seen = {
    name: 'a',
    dbId: 1,
    catalog: null,
    schema: 'main',
    queryLimit: null,
    hideLeftBar: false,
    autorun: false,
  }
  const local = (change: Partial<EditorTab>, times = { updatedAt: 20, syncedAt: 10 }) =>
    editor('a', { tabViewId: 1, ...seen, ...times, seenSettings: seen, sql: 'typed', ...change })
  const received = (change: Partial<EditorTab>, tab: Partial<EditorTab>) =>
    findEditor(receiveServerTab(stateWith([local(change)]), { ...SERVER, tab: { ...seen, sql: 'typed', ...tab } }), 'a')

  it('are those of each where they are others', () => {
    expect(received({ name: 'mine' }, { dbId: 2, schema: 'theirs' })).toMatchObject({
      name: 'mine',
      dbId: 2,
      schema: 'theirs',
      seenSettings: { name: 'a', dbId: 2, schema: 'theirs' },
    })
  })

  it('keep a database and its schema together', () => {
    expect(received({ dbId: 3, schema: 'mine' }, { dbId: 2, schema: 'theirs' })).toMatchObject({
      dbId: 3,
      schema: 'mine',
    })
  })

  it('are seen with a tab that comes from the server', () => {
    const got = receiveServerTab(stateWith([editor('a', { tabViewId: 1 })]), {
      ...SERVER,
      tab: { ...seen, sql: 'theirs' },
    })
    expect(findEditor(got, 'a')?.seenSettings).toEqual(seen)
  })
})
