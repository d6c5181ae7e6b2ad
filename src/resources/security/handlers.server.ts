import type { Services } from '../../gateway/services.server.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { groupEndpoints } from './groups.server.ts'
import { pairEndpoints } from './pairs.server.ts'
import { registrationEndpoints } from './registrations.server.ts'
import { roleEndpoints } from './roles.server.ts'
import { userEndpoints } from './users.server.ts'

export const securityEndpoints = (services: Services): Endpoint[] => [
  ...userEndpoints(services),
  ...roleEndpoints(services),
  ...groupEndpoints(services),
  ...pairEndpoints(services),
  ...registrationEndpoints(services),
]
