import { DatabaseFile } from '../../gateway/import-database.server.ts'
import { DatasetFile } from '../../gateway/import-dataset.server.ts'
import type { Archive, ImportFile } from '../../gateway/import-files.server.ts'
import { DashboardFile } from '../kit/dashboard-files/store.server.ts'
import { ChartFile } from '../kit/import-charts.server.ts'
import { problemsOf } from '../kit/import-report.server.ts'
import { objectFiles } from '../kit/report-files.server.ts'
import type { ReportedSetting } from '../kit/transfer.ts'
import { unmappedSettings } from '../kit/unmapped-settings.server.ts'

interface ArchiveFault {
  readonly file: string
  readonly message: string
}

export interface CheckedArchive {
  /** Why no server would take the archive. */
  readonly problems: readonly ArchiveFault[]
  /** What the archive leaves to the server that takes it. */
  readonly notes: readonly ArchiveFault[]
  readonly unmapped: readonly ReportedSetting[]
}

/** What can be said of an archive of dashboards without a server: by the checks of the import. */
export function checkDashboardArchive(archive: Archive, now: Date): CheckedArchive {
  const problems: ArchiveFault[] = []
  const filesOf = <T>(read: () => readonly ImportFile<T>[]): readonly ImportFile<T>[] => {
    try {
      return read()
    } catch (cause) {
      problems.push(...problemsOf(cause))
      return []
    }
  }
  const dashboards = filesOf(() => archive.files('dashboards', DashboardFile))
  const charts = filesOf(() => archive.files('charts', ChartFile))
  const datasets = filesOf(() => archive.files('datasets', DatasetFile))
  const databases = filesOf(() => archive.files('databases', DatabaseFile))
  if (problems.length > 0) return { problems, notes: [], unmapped: [] }
  if (dashboards.length === 0) problems.push({ file: 'dashboards', message: 'There is no dashboard.' })
  problems.push(...sameUuids([...dashboards, ...charts, ...datasets, ...databases]))
  const databaseIds = uuidsOf(databases)
  for (const { name, value } of datasets)
    if (!databaseIds.has(value.database_uuid))
      problems.push({ file: name, message: 'The archive does not hold the database of the dataset' })
  return {
    problems,
    notes: notesOn(dashboards, charts, uuidsOf(datasets)),
    unmapped: objectFiles(archive).flatMap((file) => unmappedSettings(file, now)),
  }
}

type Identified = ImportFile<{ readonly uuid: string }>

const uuidsOf = (files: readonly Identified[]) => new Set(files.map(({ value }) => value.uuid))

/** A file that was copied to make another object needs a uuid of its own. */
function sameUuids(files: readonly Identified[]): ArchiveFault[] {
  const first = new Map<string, string>()
  return files.flatMap(({ name, value }) => {
    const other = first.get(value.uuid)
    first.set(value.uuid, other ?? name)
    return other === undefined ? [] : [{ file: name, message: `The uuid is that of ${other}.` }]
  })
}

function notesOn(
  dashboards: readonly ImportFile<DashboardFile>[],
  charts: readonly ImportFile<ChartFile>[],
  datasetIds: ReadonlySet<string>,
): ArchiveFault[] {
  const chartIds = uuidsOf(charts)
  const isGone = (place: unknown) =>
    isObject(place) &&
    place.type === 'CHART' &&
    isObject(place.meta) &&
    !chartIds.has(String(place.meta.uuid).toLowerCase())
  const gone = dashboards.flatMap(({ name, value }) =>
    Object.entries(value.position)
      .filter(([, place]) => isGone(place))
      .map(([key]) => ({ file: name, message: `No file holds the chart at ${key}; its place is left out.` })),
  )
  const without = charts
    .filter(({ value }) => !datasetIds.has(value.dataset_uuid))
    .map(({ name }) => ({ file: name, message: 'No file holds its dataset; the server must have it.' }))
  return [...gone, ...without]
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
