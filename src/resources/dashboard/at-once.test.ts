import { afterAll, beforeAll, expect, it } from 'vitest'
import { describeOnBothStores } from '../../../test/both-stores.ts'
import type { TestClient, TestServer } from '../../../test/server.ts'

const BASE = '/api/v1/dashboard'
const ROUNDS = 20

/** Two who change one dashboard at the same time. */
describeOnBothStores((start) => {
  let server: TestServer
  let admin: TestClient
  beforeAll(async () => {
    server = await start()
    admin = await server.login()
  }, 60_000)
  afterAll(() => server.stop())

  const made = async (): Promise<number> =>
    (await admin.send('POST', `${BASE}/`, { dashboard_title: 'Shared', json_metadata: '{}' })).json.id
  const stored = async (id: number) => (await admin.send('GET', `${BASE}/${id}`)).json.result
  const put = (id: number, seen: string, css: string) =>
    admin.send('PUT', `${BASE}/${id}`, { css }, { 'if-match': `"${seen}"` })

  it('saves one of two that saw the same, and tells the other', async () => {
    const id = await made()
    for (let round = 0; round < ROUNDS; round += 1) {
      const { changed_on: seen } = await stored(id)
      const answers = await Promise.all([put(id, seen, `.a${round}{}`), put(id, seen, `.b${round}{}`)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)
      expect(refused?.json.message).toBe('Somebody else has changed this dashboard in the meantime.')
      const { css, changed_on } = await stored(id)
      expect(css).toBe(answers[0].status === 200 ? `.a${round}{}` : `.b${round}{}`)
      expect(changed_on > seen).toBe(true)
    }
    const { changed_on: seen } = await stored(id)
    expect((await put(id, seen, '.last{}')).status).toBe(200)
    expect((await admin.send('PUT', `${BASE}/${id}`, { css: '.whatever{}' })).status).toBe(200)
  }, 60_000)

  it('keeps every filter and every colour that several people add at once', async () => {
    const id = await made()
    const filter = (name: string) => ({
      id: name,
      name,
      filterType: 'filter_select',
      targets: [{}],
      type: 'NATIVE_FILTER',
    })
    const names = Array.from({ length: 8 }, (_, i) => `NATIVE_FILTER-${i}`)
    const answers = await Promise.all([
      ...names.map((name) =>
        admin.send('PUT', `${BASE}/${id}/filters`, { modified: [filter(name)], deleted: [], reordered: [] }),
      ),
      admin.send('PUT', `${BASE}/${id}/colors?mark_updated=false`, { color_scheme: 'sightline' }),
      admin.send('PUT', `${BASE}/${id}/colors`, { label_colors: { a: '#123456' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const metadata = JSON.parse((await stored(id)).json_metadata)
    expect(metadata.native_filter_configuration.map((one: { id: string }) => one.id).sort()).toEqual(names)
    expect(metadata).toMatchObject({ color_scheme: 'sightline', label_colors: { a: '#123456' } })
  })
})
