import { transferRoutes } from '../kit/transfer.ts'

export const chartFileRoutes = transferRoutes('/api/v1/chart', 'Chart', 'charts')
