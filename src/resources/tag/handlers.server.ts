import { auditEvent } from '../../gateway/audit-event.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import { type Endpoint, endpoint, objectEndpoint } from '../../wire/mount.server.ts'
import { Problem } from '../../wire/problem.ts'
import { favoriteIds, setFavorite } from '../kit/favorites.server.ts'
import { knownIds } from '../kit/known-ids.server.ts'
import { itemEnvelope, listEndpoints } from '../kit/list.server.ts'
import { tagRoutes as routes } from './contract.ts'
import { tagSpec } from './list-spec.server.ts'
import { kindOfNumber, mayChange, type Tagged, visibleIds } from './objects.server.ts'
import {
  changeTag,
  deleteTags,
  findTag,
  makeTag,
  makeTags,
  ownsTag,
  ownTags,
  tagObject,
  untagObject,
} from './store.server.ts'
import { taggedObjects, typeName } from './tagged.server.ts'

export function tagEndpoints(services: Services): Endpoint[] {
  return [
    ...listEndpoints(routes, tagSpec(services), services),
    ...manyTags(services),
    ...oneTag(services),
    ...starEndpoints(services),
    ...objectEndpoints(services),
  ]
}

interface OfTag {
  readonly params: { readonly id: number }
}

function manyTags(services: Services): Endpoint[] {
  return [
    endpoint(routes.create, async ({ body }, caller, context) => {
      const id = await makeTag(services, body, caller)
      services.audit(auditEvent('tag.create', `tag:${id}`, caller, context))
      return { id, result: body }
    }),
    endpoint(routes.bulkCreate, async ({ body }, caller, context) => {
      const result = await makeTags(services, body.tags, caller)
      services.audit(auditEvent('tag.create', `${body.tags.length} tags`, caller, context))
      return { result }
    }),
    endpoint(routes.bulkDelete, async ({ q }, caller, context) => {
      const tags = await ownTags(services, q, caller)
      await deleteTags(
        services,
        tags.map((tag) => tag.id),
      )
      for (const tag of tags) services.audit(auditEvent('tag.delete', `tag:${tag.id}`, caller, context))
      return { message: `Deleted ${tags.length} tags` }
    }),
    endpoint(routes.allTags, async () => {
      const tags = await services.db.selectFrom('tags').selectAll().orderBy('id').execute()
      return tags.map(({ id, type, name, changed_on, changed_by, created_by }) => {
        return { id, type: typeName(type), name, changed_on: Date.parse(changed_on), changed_by, created_by }
      })
    }),
  ]
}

function oneTag(services: Services): Endpoint[] {
  const spec = tagSpec(services)
  const find = ({ params }: OfTag) => findTag(services, params.id)
  return [
    objectEndpoint(routes.read, {
      find,
      handle: async ({ params, q }, caller) => {
        const [record = {}] = await spec.load([params.id], caller)
        return itemEnvelope(spec, params.id, record, q)
      },
    }),
    objectEndpoint(routes.update, {
      find,
      allow: ownsTag,
      handle: async ({ body }, caller, tag, context) => {
        await changeTag(services, tag, body, caller)
        services.audit(auditEvent('tag.change', `tag:${tag.id}`, caller, context))
        return { id: tag.id, result: body }
      },
    }),
    objectEndpoint(routes.remove, {
      find,
      allow: ownsTag,
      handle: async (_, caller, tag, context) => {
        await deleteTags(services, [tag.id])
        services.audit(auditEvent('tag.delete', `tag:${tag.id}`, caller, context))
        return { message: 'OK' }
      },
    }),
  ]
}

function starEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const find = ({ params }: OfTag) => findTag(services, params.id)
  const set = async (id: number, caller: Caller, isStarred: boolean) => {
    await setFavorite(db, 'tag', id, caller, isStarred, services.now().toISOString())
    return { result: 'OK' }
  }
  return [
    endpoint(routes.favoriteStatus, async ({ q }, caller) => {
      const starred = await favoriteIds(db, 'tag', await knownIds(db, 'tags', q), caller)
      return { result: q.map((id) => ({ id, value: starred.has(id) })) }
    }),
    objectEndpoint(routes.star, { find, handle: ({ params }, caller) => set(params.id, caller, true) }),
    objectEndpoint(routes.unstar, { find, handle: ({ params }, caller) => set(params.id, caller, false) }),
  ]
}

interface OfObject {
  readonly params: { readonly object_type: number; readonly object_id: number }
}

function objectEndpoints(services: Services): Endpoint[] {
  const { db } = services
  const find = async ({ params }: OfObject, caller: Caller): Promise<Tagged | null> => {
    const kind = kindOfNumber(params.object_type)
    const [id] = await visibleIds(db, kind, [params.object_id], caller)
    return id === undefined ? null : { kind, id }
  }
  const allow = (object: Tagged, caller: Caller) => mayChange(db, object, caller)
  return [
    endpoint(routes.objects, ({ query }, caller) => taggedObjects(services, query, caller)),
    objectEndpoint(routes.tagObject, {
      find,
      allow,
      handle: async ({ body }, caller, object, context) => {
        const names = body.properties?.tags
        if (names === undefined) throw new Problem(400, "Missing required field 'tags' in 'properties'")
        await tagObject(services, object, names, caller)
        services.audit(auditEvent('tag.give', `${object.kind}:${object.id}`, caller, context, { names }))
        return {}
      },
    }),
    objectEndpoint(routes.untagObject, {
      find,
      allow,
      handle: async ({ params }, caller, object, context) => {
        await untagObject(services, object, params.tag)
        services.audit(auditEvent('tag.take', `${object.kind}:${object.id}`, caller, context, { name: params.tag }))
        return { message: 'OK' }
      },
    }),
  ]
}
