import { z } from 'zod'
import { type RouteShape, route } from '../../wire/route.ts'
import { IdParams, Message } from './contract.ts'

const VersionParams = z.codec(
  z.object({ id: z.string().regex(/^\d{1,9}$/), number: z.string().regex(/^\d{1,9}$/) }),
  z.object({ id: z.int(), number: z.int() }),
  {
    decode: ({ id, number }) => ({ id: Number(id), number: Number(number) }),
    encode: ({ id, number }) => ({ id: String(id), number: String(number) }),
  },
)

const Version = z.object({
  number: z.int(),
  /** ISO text in UTC. */
  created_on: z.string(),
  created_by: z.object({ id: z.int(), first_name: z.string(), last_name: z.string() }).nullable(),
})
/** The last number is the present state. */
const VersionList = z.object({ count: z.int(), result: z.array(Version) })
/** `state`: the fields of the object as they were saved, settings and layout as objects. */
const WholeVersion = z.object({ result: Version.extend({ state: z.record(z.string(), z.unknown()) }) })

export type VersionLine = z.output<typeof Version>
export type WholeVersion = z.output<typeof WholeVersion>['result']

/** The calls for the versions of one kind of objects: for those who may change the object. */
export const versionRoutes = <const V extends string>(base: string, view: V, noun: string) =>
  ({
    versions: route({
      method: 'GET',
      path: `${base}/{id}/versions/`,
      needs: ['can_write', view],
      object: 'owned',
      params: IdParams,
      reply: VersionList,
      summary: `Saved versions of ${noun}, the latest first`,
    }),
    version: route({
      method: 'GET',
      path: `${base}/{id}/versions/{number}`,
      needs: ['can_write', view],
      object: 'owned',
      params: VersionParams,
      reply: WholeVersion,
      summary: `What ${noun} was in a version`,
    }),
    restoreVersion: route({
      method: 'POST',
      path: `${base}/{id}/versions/{number}/restore`,
      needs: ['can_write', view],
      object: 'owned',
      params: VersionParams,
      reply: Message,
      summary: `Save a version of ${noun} again, as the latest one`,
    }),
  }) satisfies Record<string, RouteShape>
export type VersionRoutes = ReturnType<typeof versionRoutes>
