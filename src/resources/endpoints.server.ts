import type { Services } from '../gateway/services.server.ts'
import type { Endpoint } from '../wire/mount.server.ts'
import { chartEndpoints } from './chart/handlers.server.ts'
import { dashboardEndpoints } from './dashboard/handlers.server.ts'
import { datasetEndpoints } from './dataset/handlers.server.ts'
import { firstStartEndpoints } from './first-start/handlers.server.ts'
import { healthEndpoints } from './health/handlers.server.ts'
import { securityEndpoints } from './security/handlers.server.ts'
import { sessionEndpoints } from './session/handlers.server.ts'

/** Everything that the server serves, one line per resource. */
export const endpoints = (services: Services): Endpoint[] => [
  ...healthEndpoints(),
  ...sessionEndpoints(services),
  ...firstStartEndpoints(services),
  ...securityEndpoints(services),
  ...datasetEndpoints(services),
  ...chartEndpoints(services),
  ...dashboardEndpoints(services),
]
