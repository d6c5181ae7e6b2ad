import type { Services } from '../gateway/services.server.ts'
import type { Endpoint } from '../wire/mount.server.ts'
import { firstStartEndpoints } from './first-start/handlers.server.ts'
import { healthEndpoints } from './health/handlers.server.ts'
import { sessionEndpoints } from './session/handlers.server.ts'

/** Everything that the server serves, one line per resource. */
export const endpoints = (services: Services): Endpoint[] => [
  ...healthEndpoints(),
  ...sessionEndpoints(services),
  ...firstStartEndpoints(services),
]
