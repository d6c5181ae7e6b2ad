import type { RouteShape } from '../wire/route.ts'
import { firstStartRoutes } from './first-start/contract.ts'
import { healthRoutes } from './health/contract.ts'
import { sessionRoutes } from './session/contract.ts'

/** Every route of the product, for the API document and the tests; one line per resource. */
export const routes: readonly RouteShape[] = [...healthRoutes, ...sessionRoutes, ...firstStartRoutes]
