import { transferRoutes } from '../kit/transfer.ts'

export const datasetFileRoutes = transferRoutes('/api/v1/dataset', 'Dataset', 'datasets')
