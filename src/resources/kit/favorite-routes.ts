import { type RouteShape, route } from '../../wire/route.ts'
import { IdsQ, Opaque, WordIdParams } from './contract.ts'

/** The calls for the stars that a user gives to one kind of objects: `one` such as `a chart`, `many` such as `charts`. */
export const favoriteRoutes = <const V extends string>(base: string, view: V, one: string, many: string) => {
  const read = { needs: ['can_read', view], reply: Opaque } as const
  const star = { ...read, path: `${base}/{id}/favorites/`, object: 'visible', params: WordIdParams } as const
  return {
    favoriteStatus: route({
      ...read,
      method: 'GET',
      path: `${base}/favorite_status/`,
      object: 'listed',
      q: IdsQ,
      summary: `Which ${many} the caller has starred`,
    }),
    star: route({ ...star, method: 'POST', summary: `Star ${one}` }),
    unstar: route({ ...star, method: 'DELETE', summary: `Unstar ${one}` }),
  } satisfies Record<string, RouteShape>
}
