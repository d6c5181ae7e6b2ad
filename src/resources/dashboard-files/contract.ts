import { transferRoutes } from '../kit/transfer.ts'

export const dashboardFileRoutes = transferRoutes('/api/v1/dashboard', 'Dashboard', 'dashboards')
