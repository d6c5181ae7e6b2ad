import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothStores } from '../../../test/both-stores.ts'
import type { TestClient, TestServer } from '../../../test/server.ts'

/** What is offered while somebody types, and what a search finds, in either store. */
describeOnBothStores((start) => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await start()
    admin = await server.login()
    for (const dashboard_title of ['Übersicht 100%', 'übersicht_b', 'Umsatz'])
      await admin.send('POST', '/api/v1/dashboard/', { dashboard_title, slug: `slug-${dashboard_title.length}` })
    for (const [label, schema] of [
      ['Einkäufe', 'Süd'],
      ['Verkäufe', 'nord'],
      ['EINKÄUFE 2', 'Süd'],
    ])
      await admin.send('POST', '/api/v1/saved_query/', { label, schema, sql: 'select 1' })
  }, 60_000)
  afterAll(() => server.stop())

  const get = async (path: string, q: string) =>
    (await admin.send('GET', `/api/v1/${path}?q=${encodeURIComponent(q)}`)).json
  const texts = (answer: { result: { text: string }[] }) => answer.result.map(({ text }) => text)

  it('offers rows whose text holds what was typed, in capitals or not, a page at a time', async () => {
    expect(texts(await get('report/related/dashboard', "(filter:'ÜBER')"))).toEqual(['Übersicht 100%', 'übersicht_b'])
    expect(texts(await get('report/related/dashboard', "(filter:'%')"))).toEqual(['Übersicht 100%'])
    expect(texts(await get('report/related/dashboard', "(filter:'_')"))).toEqual(['übersicht_b'])
    const page = await get('report/related/dashboard', '(page:1,page_size:2)')
    expect(page).toMatchObject({ count: 3, result: [{ text: 'Umsatz', value: expect.any(Number), extra: {} }] })
  })

  it('offers what stands in a column, each value once', async () => {
    expect(texts(await get('saved_query/distinct/schema', '()'))).toEqual(expect.arrayContaining(['Süd', 'nord']))
    expect(await get('saved_query/distinct/schema', "(filter:'SÜ')")).toEqual({
      count: 1,
      result: [{ text: 'Süd', value: 'Süd' }],
    })
  })

  it('sorts names as an alphabet does, capitals among small letters', async () => {
    const titles = async (direction: string) =>
      (await get('dashboard/', `(order_column:dashboard_title,order_direction:${direction})`)).result.map(
        (row: { dashboard_title: string }) => row.dashboard_title,
      )
    const upwards = ['Umsatz', 'Übersicht 100%', 'übersicht_b']
    expect(await titles('asc')).toEqual(upwards)
    expect(await titles('desc')).toEqual(upwards.toReversed())
    const labels = (await get('saved_query/', '(order_column:label,order_direction:asc)')).result
    expect(labels.map((row: { label: string }) => row.label)).toEqual(['Einkäufe', 'EINKÄUFE 2', 'Verkäufe'])
  })

  it('finds a text in any of the columns that are searched', async () => {
    const found = async (path: string, col: string, opr: string, value: string) =>
      (await get(path, `(filters:!((col:${col},opr:${opr},value:'${value}')))`)).count
    expect(await found('saved_query/', 'label', 'all_text', 'einkÄufe')).toBe(2)
    expect(await found('saved_query/', 'label', 'all_text', 'süd')).toBe(2)
    expect(await found('dashboard/', 'dashboard_title', 'title_or_slug', 'SLUG-6')).toBe(1)
    expect(await found('dashboard/', 'dashboard_title', 'title_or_slug', 'ÜBER')).toBe(2)
  })
})
