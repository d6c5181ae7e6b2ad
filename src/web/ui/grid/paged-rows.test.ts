import { describe, expect, it } from 'vitest'
import { createPagedRows, type PagedRowsOptions, type RowPage } from './paged-rows.ts'

/** A result on a server, which may still grow. */
function server(total: number, isComplete = true) {
  const asked: number[] = []
  const result = { total, isComplete, failures: 0 }
  const load = async (offset: number, limit: number, signal: AbortSignal): Promise<RowPage> => {
    asked.push(offset)
    await Promise.resolve()
    if (signal.aborted) throw new Error('aborted')
    if (result.failures > 0) {
      result.failures -= 1
      throw new Error('no answer')
    }
    const count = Math.max(0, Math.min(limit, result.total - offset))
    const rows = Array.from({ length: count }, (_, i) => [offset + i])
    return { rows, rowCount: result.total, isComplete: result.isComplete }
  }
  return { asked, result, load }
}

const open = (load: PagedRowsOptions['load'], maxPages = 3) =>
  createPagedRows({ pageRows: 10, maxPages, maxInFlight: 2, load })

const settled = () => new Promise((done) => setTimeout(done, 0))

describe('rows by pages', () => {
  it('asks only for what is looked at', async () => {
    const { asked, load } = server(1000)
    const rows = open(load)
    rows.want(0, 20)
    await settled()
    rows.want(500, 520)
    await settled()
    expect(asked).toEqual([0, 10, 500, 510])
    expect(rows.row(505)).toEqual([505])
    expect(rows.row(700)).toBeNull()
    expect(rows.rowCount()).toBe(1000)
  })

  it('forgets the pages looked at longest ago', async () => {
    const { load } = server(1000)
    const rows = open(load)
    for (const first of [0, 100, 200, 300]) {
      rows.want(first, first + 5)
      await settled()
    }
    expect(rows.row(0)).toBeNull()
    expect(rows.row(100)).toEqual([100])
    expect(rows.row(300)).toEqual([300])
  })

  it('asks again for the last page while the result grows, and never in a circle', async () => {
    const { asked, result, load } = server(4, false)
    const rows = open(load)
    rows.want(0, 20)
    await settled()
    expect(asked).toEqual([0, 10])
    result.total = 12
    result.isComplete = true
    await rows.refresh()
    await settled()
    expect(rows.row(11)).toEqual([11])
    expect(rows.isComplete()).toBe(true)
  })

  it('holds everything when it fits', async () => {
    const { load } = server(25)
    const rows = open(load)
    expect(rows.allRows()).toBeNull()
    rows.want(0, 25)
    await settled()
    rows.want(0, 25)
    await settled()
    expect(rows.allRows()?.length).toBe(25)
    expect(rows.allRows()).toBe(rows.allRows())
  })

  it('loads a range to copy, past the limit of pages', async () => {
    const { load } = server(100)
    const rows = open(load, 2)
    const copied = rows.ensure(0, 60).then(() => undefined)
    await copied
    expect(rows.rowCount()).toBe(100)
  })

  it('says that it failed and tries again when told to', async () => {
    const { result, load } = server(30)
    result.failures = 1
    const rows = open(load)
    rows.want(0, 5)
    await settled()
    expect(rows.failure()).toBeInstanceOf(Error)
    rows.retry()
    await settled()
    expect(rows.failure()).toBeNull()
    expect(rows.row(3)).toEqual([3])
  })

  it('tells its listeners, each change once', async () => {
    const { load } = server(5)
    const rows = open(load)
    let changes = 0
    const stop = rows.subscribe(() => {
      changes += 1
    })
    rows.want(0, 5)
    await settled()
    stop()
    expect(changes).toBe(1)
    expect(rows.version()).toBe(1)
  })
})
