import type { KyselyPlugin } from 'kysely'
import { expect, it } from 'vitest'
import { duckdbFile } from '../../../test/duckdb-file.ts'
import { startServer } from '../../../test/server.ts'
import { openMetadata } from '../../metadata/open.server.ts'
import { rowRulesOf, rowRulesOfAll } from './row-rules.server.ts'

it('reads the rules on all tables of a database in one statement, as those on each', async () => {
  const tables = ['a', 'b', 'c', 'd']
  const { dir, path } = await duckdbFile(...tables.map((name) => `create table ${name} (n integer)`))
  const server = await startServer({ args: ['--sources', dir] })
  const admin = await server.login()
  const uri = `duckdb:///${path}`
  const { json } = await admin.send('POST', '/api/v1/database/', { database_name: 'data', sqlalchemy_uri: uri })
  const ids: number[] = []
  for (const table_name of tables) {
    const dataset = { database: json.id, schema: 'main', table_name }
    ids.push((await admin.send('POST', '/api/v1/dataset/', dataset)).json.id)
  }
  const [a = 0, b = 0, c = 0, d = 0] = ids
  const add = async (name: string, rest: object) => {
    const answer = await admin.send('POST', '/api/v1/rowlevelsecurity/', { name, ...rest })
    return answer.status === 201 ? 201 : answer.text
  }
  const added = [
    await add('one', { filter_type: 'Regular', tables: [a, b], roles: [1], clause: 'a = 1' }),
    await add('two', { filter_type: 'Base', tables: [b], roles: [1], clause: 'b = 2' }),
    await add('three', { filter_type: 'Base', tables: [c, a], roles: [2], clause: 'c = 3' }),
  ]
  expect(added).toEqual([201, 201, 201])
  const store = await openMetadata({ url: null, dir: server.dataDir, now: () => new Date() })
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const services = { db: store.db.withPlugin(counting), metadataMark: () => null }
  const caller = { roles: [{ id: 1, name: 'Admin' }], guest: null }
  const all = await rowRulesOfAll(services, ids, caller)
  expect(statements).toBe(1)
  for (const id of ids) expect([id, all.get(id)]).toEqual([id, await rowRulesOf(services, id, caller)])
  expect(all.get(a)).toEqual([{ predicate: '(a = 1)' }, { predicate: '(c = 3)' }])
  expect(all.get(d)).toEqual([])
  await store.close()
  await server.stop()
})
