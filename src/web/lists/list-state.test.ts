import { describe, expect, it } from 'vitest'
import { changeListState, readListState, resizePages, writeListState } from './list-state.ts'

const read = (query: string) => readListState(new URLSearchParams(query))

describe('the address of a list', () => {
  it('comes back as it was written', () => {
    const state = {
      search: 'a & b',
      page: 3,
      size: 100,
      sort: { id: 'slice_name', desc: false },
      chosen: { owner: '7', state: 'published' },
      view: 'cards' as const,
    }
    expect(readListState(writeListState(state))).toEqual(state)
  })

  it('is empty for the plain list', () => {
    expect(writeListState(read('')).toString()).toBe('')
  })

  it('reads nonsense as the first page', () => {
    for (const page of ['-3', '0', 'x', '1.5', '99999999999999999999']) expect(read(`page=${page}`).page).toBe(0)
    expect(read('view=grid').view).toBeNull()
    for (const size of ['', '0', '-25', '33', '1e9']) expect(read(`size=${size}`).size).toBe(50)
  })

  it('goes back to the first page when something else is looked for', () => {
    expect(changeListState(read('page=4'), { search: 'x' }).page).toBe(0)
    expect(changeListState(read('page=4'), { page: 5 }).page).toBe(5)
  })

  it('stays at the rows that are shown when pages become longer or shorter', () => {
    expect(resizePages(read('page=4'), 25)).toEqual({ page: 6, size: 25 })
    expect(resizePages(read('page=4'), 100)).toEqual({ page: 1, size: 100 })
  })
})
