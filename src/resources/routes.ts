import type { RouteShape } from '../wire/route.ts'
import { chartRoutes } from './chart/contract.ts'
import { dashboardRoutes } from './dashboard/contract.ts'
import { datasetRoutes } from './dataset/contract.ts'
import { firstStartRoutes } from './first-start/contract.ts'
import { healthRoutes } from './health/contract.ts'
import { securityRoutes } from './security/contract.ts'
import { sessionRoutes } from './session/contract.ts'

/** Every route of the product, for the API document and the tests; one line per resource. */
export const routes: readonly RouteShape[] = [
  ...healthRoutes,
  ...sessionRoutes,
  ...firstStartRoutes,
  ...securityRoutes,
  ...Object.values(datasetRoutes),
  ...Object.values(chartRoutes),
  ...Object.values(dashboardRoutes),
]
