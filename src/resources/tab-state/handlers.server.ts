import { z } from 'zod'
import { ownTab } from '../../gateway/own-tab.server.ts'
import { findByClientId } from '../../gateway/query-store.server.ts'
import { runnerOf } from '../../gateway/run-query.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { tabDict } from '../../gateway/tab-record.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { notFound, Problem } from '../../wire/problem.ts'
import { Raw } from '../../wire/raw.ts'
import { formJson, shaped } from '../kit/form-json.ts'
import { tabStateRoutes as routes } from './contract.ts'
import { earlierText, earlierTexts } from './earlier.server.ts'
import { ClientTab, saverOf, tabChanges } from './fields.ts'
import { type Saved, updateTab } from './save.server.ts'
import { activateTab, deleteTab, insertTab, removeQueryFromTab } from './store.server.ts'

const LATE = 'The tab was changed later elsewhere. This text is kept as an earlier version.'

/** The bare number of the tab; headers tell which revision is stored by now and whether a text gave way unseen. */
function savedAnswer(id: number, { revision, isTaken, hasOverwritten }: Saved): Raw {
  const headers = { 'x-sightline-revision': String(revision) }
  if (!isTaken) throw new Problem(409, LATE, { headers })
  const kept = hasOverwritten ? { 'x-sightline-kept': 'overwritten' } : {}
  return new Raw(200, { 'content-type': 'application/json; charset=utf-8', ...headers, ...kept }, String(id))
}

export function tabStateEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const runner = runnerOf(services)
  const find = ({ params }: { readonly params: { readonly id: number } }, caller: Caller) =>
    ownTab(db, params.id, caller)
  return [
    endpoint(routes.create, async ({ body }, caller) => {
      if (caller.userId === null) throw new Problem(403, 'Forbidden')
      const tab = shaped(ClientTab, formJson(body, 'queryEditor'), 'queryEditor')
      return { id: await insertTab(services, tab, caller.userId) }
    }),
    objectEndpoint(routes.read, { find, handle: (_, _caller, tab) => tabDict(db, tab) }),
    objectEndpoint(routes.update, {
      find,
      handle: async ({ body }, _, tab) =>
        savedAnswer(tab.id, await updateTab(services, tab, tabChanges(body), saverOf(body))),
    }),
    objectEndpoint(routes.remove, {
      find,
      handle: async (_, _caller, tab) => {
        await deleteTab(db, tab.id)
        return 'OK'
      },
    }),
    objectEndpoint(routes.activate, {
      find,
      handle: async (_, _caller, tab) => {
        await activateTab(db, tab)
        return tab.id
      },
    }),
    objectEndpoint(routes.migrateQuery, {
      find,
      handle: async ({ body }, _, tab) => {
        const clientId = shaped(z.string(), formJson(body, 'queryId'), 'queryId')
        await db
          .updateTable('queries')
          .set({ sql_editor_id: String(tab.id) })
          .where('user_id', '=', tab.user_id)
          .where('client_id', '=', clientId)
          .execute()
        return tab.id
      },
    }),
    objectEndpoint(routes.removeQuery, {
      find,
      handle: async ({ params }, _, tab) => {
        const query = await findByClientId(db, tab.user_id, params.clientId)
        if (query) {
          await runner.stop(query)
          await removeQueryFromTab(db, tab, query)
          if (query.results_key) await runner.results.remove([query.results_key])
        }
        return 'OK'
      },
    }),
    ...earlierEndpoints(services, find),
  ]
}

type Find = (input: { readonly params: { readonly id: number } }, caller: Caller) => ReturnType<typeof ownTab>

const earlierEndpoints = ({ db, now }: Services, find: Find): Endpoint[] => [
  objectEndpoint(routes.earlierTexts, {
    find,
    handle: async (_, _caller, tab) => ({ result: await earlierTexts(db, tab.id, now()) }),
  }),
  objectEndpoint(routes.earlierText, {
    find,
    handle: async ({ params }, _, tab) => {
      const result = await earlierText(db, tab.id, params.number)
      if (result === null) throw notFound()
      return { result }
    },
  }),
]
