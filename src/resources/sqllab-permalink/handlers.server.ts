import { z } from 'zod'
import type { Services } from '../../gateway/services.server.ts'
import { getValue, newKey, putValue } from '../../metadata/key-values.server.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { sqllabPermalinkRoutes as routes } from './contract.ts'

const KIND = 'sqllab_permalink'
const Kept = z.looseObject({})

export function sqllabPermalinkEndpoints(services: Services): Endpoint[] {
  const { db } = services
  return [
    endpoint(routes.create, async ({ body }, caller, { origin }) => {
      const key = newKey()
      const { dbId, name, sql, schema = null, catalog = null, autorun, templateParams = null } = body
      const value = { dbId, name, sql, schema, catalog, autorun: autorun ?? false, templateParams }
      await putValue(db, { kind: KIND, key, value, userId: caller.userId, now: services.now(), ttlSec: null })
      return { key, url: `${origin}/sqllab/p/${key}/` }
    }),
    objectEndpoint(routes.read, {
      find: ({ params }) => getValue(db, KIND, params.key, services.now()),
      handle: (_, _caller, { value }) => Kept.parse(value),
    }),
  ]
}
