import type { Services } from '../../gateway/services.server.ts'
import type { Endpoint } from '../../wire/mount.server.ts'
import { dashboardTransfer } from '../kit/dashboard-files/files.server.ts'
import { transferEndpoints } from '../kit/transfer.server.ts'
import { dashboardFileRoutes } from './contract.ts'

export const dashboardFileEndpoints = (services: Services): Endpoint[] =>
  transferEndpoints(dashboardFileRoutes, dashboardTransfer, services)
