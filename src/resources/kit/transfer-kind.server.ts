import type { ExportFile } from '../../gateway/export-files.server.ts'
import type { Archive } from '../../gateway/import-files.server.ts'
import type { ImportRun } from '../../gateway/import-run.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'

/** What distinguishes one kind of objects in archives from another. */
export interface Transfer {
  /** Name of the kind in the names of archives: `chart`. */
  readonly kind: string
  /** Name of the kind in errors, where it is another. */
  readonly noun?: string
  /** Type in `metadata.yaml`, which an import must have. */
  readonly type: string
  readonly table: 'dashboards' | 'charts' | 'datasets' | 'databases' | 'saved_queries'
  /** Where the archive holds the kind. */
  readonly folder: string
  /** The files of objects that the caller may see; null when one of the ids is none of them. */
  files(services: Services, ids: readonly number[], caller: Caller): Promise<readonly ExportFile[] | null>
  store(run: ImportRun, archive: Archive): Promise<void>
}
