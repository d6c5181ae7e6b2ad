import type { ReportedObject } from '../../resources/kit/transfer.ts'
import { can } from '../app/bootstrap.ts'

const VIEWS: Readonly<Record<ReportedObject['kind'], string>> = {
  dashboard: 'Dashboard',
  chart: 'Chart',
  dataset: 'Dataset',
  database: 'Database',
  saved_query: 'SavedQuery',
}

/** Whether the user may take objects of a kind out as an archive. */
export const canExport = (kind: ReportedObject['kind']): boolean => can('can_export', VIEWS[kind])

/** Downloads objects and what they need as one ZIP. */
export const exportArchive = (kind: ReportedObject['kind'], ids: readonly number[]): void =>
  window.location.assign(`/api/v1/${kind}/export/?q=!(${ids.join(',')})`)
