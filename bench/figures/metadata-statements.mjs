import { CHARTS, chartBody } from '../lib/charts.mjs'
import { Client } from '../lib/client.mjs'
import { openPostgresStage } from '../lib/postgres-stage.mjs'
import { ADMIN } from '../lib/product.mjs'

const REQUESTS = 10
const ROLES = 20
const BAR = 4

/**
 * Statements of the metadata store for one chart request, with PostgreSQL as the store: its log counts them, and it is
 * the store that has to be asked whether something changed. For the administrator and for somebody with many roles.
 */
export const metadataStatements = {
  name: 'metadata-statements',
  async run({ entry }) {
    const stage = await openPostgresStage({ entry, rows: 1_000, keepsMetadata: true })
    try {
      const many = await withManyRoles(stage)
      const counts = {}
      for (const [who, client] of Object.entries({ administrator: stage.admin, [`${ROLES} roles`]: many }))
        counts[who] = await perRequest(stage, client)
      return [
        {
          name: 'metadata statements for a chart request',
          value: Math.max(...Object.values(counts)),
          bar: BAR,
          note: Object.entries(counts)
            .map(([who, count]) => `${who} ${count}`)
            .join(', '),
        },
      ]
    } finally {
      await stage.close()
    }
  },
}

async function perRequest({ postgres, datasetId }, client) {
  const body = chartBody(datasetId, CHARTS.bar, false)
  const ask = async () => {
    const { status, body: text } = await client.send('POST', '/api/v1/chart/data', body)
    if (status !== 200) throw new Error(`chart: ${status} ${text}`)
  }
  await ask()
  const lines = await postgres.statements('metadata', async () => {
    for (let i = 0; i < REQUESTS; i += 1) await ask()
  })
  if (process.env.SIGHTLINE_BENCH_SHOW) console.log(lines.slice(0, 20).join('\n'))
  return lines.length / REQUESTS
}

async function withManyRoles({ admin, product }) {
  const known = (await admin.json('GET', '/api/v1/security/roles/?q=(page_size:100)')).result
  const roles = known.filter(({ name }) => name !== 'Admin').map(({ id }) => id)
  const alpha = known.find(({ name }) => name === 'Alpha').id
  while (roles.length < ROLES)
    roles.push((await admin.json('POST', '/api/v1/security/roles/', { name: `role ${roles.length}` })).id)
  const username = 'many-roles'
  await admin.json('POST', '/api/v1/security/users/', {
    username,
    first_name: 'Many',
    last_name: 'Roles',
    email: `${username}@example.com`,
    password: ADMIN.password,
    active: true,
    roles: [...new Set([alpha, ...roles])],
  })
  return new Client(product.base).login(username, ADMIN.password)
}
