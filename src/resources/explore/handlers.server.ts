import { createHash } from 'node:crypto'
import type { Services } from '../../gateway/services.server.ts'
import { deleteValue, getValue, newKey, putValue } from '../../metadata/key-values.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { type FormDataBody, exploreRoutes as routes } from './contract.ts'
import { checkChart, checkDataset, checkFormData } from './rights.server.ts'
import { exploreState } from './state.server.ts'
import { FORM_DATA_KIND, PERMALINK_KIND, type StoredFormData, type StoredPermalink } from './stored.ts'

const FORM_DATA_TTL_SEC = 7 * 86_400

/** The calls of Explore (reference: charts-dashboards A.6). */
export function exploreEndpoints(services: Services): Endpoint[] {
  const { db, now } = services
  const findFormData = async ({ params }: { params: { key: string } }) =>
    getValue(db, FORM_DATA_KIND, params.key, now())
  return [
    endpoint(routes.state, async ({ query }, caller) => ({ result: await exploreState(services, query, caller) })),
    endpoint(routes.storeFormData, async ({ body, query }, caller) => {
      await checkFormData(services, body, caller)
      const key = tabKey(services, body, caller, query.tab_id)
      await storeFormData(services, key, body, caller)
      return { key }
    }),
    objectEndpoint(routes.readFormData, {
      find: findFormData,
      handle: async (_input, caller, { value }) => {
        const stored = value as StoredFormData
        await checkFormData(services, stored, caller)
        return { form_data: stored.form_data }
      },
    }),
    endpoint(routes.updateFormData, async ({ params, body }, caller) => {
      await checkFormData(services, body, caller)
      const found = await getValue(db, FORM_DATA_KIND, params.key, now())
      if (found && found.row.user_id !== caller.userId)
        throw new Problem(403, "You don't have permission to modify the value.")
      await storeFormData(services, params.key, body, caller)
      return { key: params.key }
    }),
    objectEndpoint(routes.deleteFormData, {
      find: findFormData,
      allow: ({ row }, caller) => row.user_id === caller.userId,
      handle: async ({ params }) => {
        await deleteValue(db, FORM_DATA_KIND, params.key)
        return { message: 'Deleted successfully' }
      },
    }),
    endpoint(routes.storePermalink, async ({ body }, caller, { origin }) => {
      const key = newKey()
      const value = await permalinkOf(services, body, caller)
      await putValue(db, { kind: PERMALINK_KIND, key, value, userId: caller.userId, now: now(), ttlSec: null })
      return { key, url: `${origin}/superset/explore/p/${key}/` }
    }),
    objectEndpoint(routes.readPermalink, {
      find: ({ params }) => getValue(db, PERMALINK_KIND, params.key, now()),
      handle: async (_input, caller, { value }) => {
        const stored = value as StoredPermalink
        await checkDataset(services, stored.datasourceId, caller, 'Dataset does not exist')
        return { ...stored }
      },
    }),
  ]
}

/** The same tab keeps one key per dataset and chart. */
function tabKey({ sign }: Services, body: FormDataBody, caller: Caller, tabId: string | undefined): string {
  if (!tabId) return newKey()
  const name = JSON.stringify([
    caller.userId,
    caller.sessionId,
    tabId,
    body.datasource_id,
    body.datasource_type,
    body.chart_id ?? null,
  ])
  return createHash('sha256').update(sign(name)).digest('base64url').slice(0, 22)
}

async function storeFormData({ db, now }: Services, key: string, body: FormDataBody, caller: Caller) {
  const value: StoredFormData = { ...body, chart_id: body.chart_id ?? null }
  await putValue(db, { kind: FORM_DATA_KIND, key, value, userId: caller.userId, now: now(), ttlSec: FORM_DATA_TTL_SEC })
}

async function permalinkOf(
  services: Services,
  {
    formData,
    urlParams,
  }: { formData: Record<string, unknown>; urlParams?: [string, string | null][] | null | undefined },
  caller: Caller,
): Promise<StoredPermalink> {
  const datasource = String(formData.datasource ?? '')
  const [id, type = 'table'] = datasource.split('__')
  if (!id || !/^\d{1,9}$/.test(id)) throw new Problem(400, { formData: ['Missing datasource'] })
  await checkDataset(services, Number(id), caller, 'Dataset does not exist')
  const chartId = typeof formData.slice_id === 'number' ? formData.slice_id : null
  if (chartId) await checkChart(services, chartId, caller, 'Chart not found.')
  return {
    chartId,
    datasourceId: Number(id),
    datasourceType: type,
    datasource,
    state: { formData, urlParams: urlParams ?? null },
  }
}
