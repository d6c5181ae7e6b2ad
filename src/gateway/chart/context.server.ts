import type { Driver } from '../../engines/driver.ts'
import { canReadDataset } from '../../metadata/access.server.ts'
import { type DatasetRecord, datasetModel, findDataset } from '../../metadata/datasets.server.ts'
import type { RowRule } from '../../query/compile/types.ts'
import type { DatasetModel } from '../../query/dataset-model.ts'
import type { Dialect } from '../../query/dialect.ts'
import type { DatasourceRef, QueryContext } from '../../query/query-object.ts'
import type { Caller } from '../../wire/caller.ts'
import { Problem } from '../../wire/problem.ts'
import type { Services } from '../services.server.ts'
import { whileUnchanged } from '../while-unchanged.server.ts'
import { opensByDashboard } from './dashboard-access.server.ts'
import { refuseBrokenClauses } from './guest-clauses.ts'
import { rowRulesOf } from './row-rules.server.ts'
import type { StatementRunner } from './statement-line.server.ts'

/** A dataset that the caller may ask, with all that its queries need. */
export interface AskContext {
  readonly services: Services
  readonly caller: Caller
  readonly record: DatasetRecord
  readonly model: DatasetModel
  readonly driver: Driver
  readonly dialect: Dialect
  readonly rules: readonly RowRule[]
  readonly signal: AbortSignal
  /** The zone whose clock relative times are read by. */
  readonly timeZone: string
  /** Where statements of the same page wait for their turn; null runs them at once. */
  readonly line: StatementRunner | null
}

/** Opens a dataset for a caller, in a time zone or else in that of the product. What is asked may be opened by the dashboard that it names. Throws 404 when there is none, 403 when the caller may not read it. */
export async function askContext(
  services: Services,
  caller: Caller,
  ref: DatasourceRef,
  signal: AbortSignal,
  timeZone: string | null = null,
  asked: QueryContext | null = null,
  line: StatementRunner | null = null,
): Promise<AskContext> {
  const { record, model } = await datasetOf(services, ref)
  const isReadable =
    canReadDataset(caller, record.database, record.dataset) ||
    (asked !== null && (await opensByDashboard(services, caller, record, asked)))
  if (!isReadable) throw noAccess(record, caller)
  const [rules, { driver, dialect }] = await Promise.all([
    rowRulesOf(services, record.dataset.id, caller),
    services.gateway.open(record.database),
  ])
  refuseBrokenClauses(caller, dialect.lexicon)
  const own = { services, caller, rules, signal, timeZone: timeZone ?? services.conf.DEFAULT_TIME_ZONE, line }
  return { ...own, record, model, driver, dialect }
}

interface KnownDataset {
  readonly record: DatasetRecord
  readonly model: DatasetModel
}

async function datasetOf(services: Services, { id, type }: DatasourceRef): Promise<KnownDataset> {
  if (type !== 'table' && type !== 'dataset')
    throw new Problem(404, 'Datasource type is not supported', {
      type: 'UNKNOWN_DATASOURCE_TYPE_ERROR',
      envelope: 'message',
    })
  const key = typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id
  const known = await whileUnchanged(services, `dataset ${key}`, async () => {
    const record = await findDataset(services.db, key)
    return record && { record, model: datasetModel(record) }
  })
  if (!known) throw new Problem(404, 'The dataset associated with this chart no longer exists', { envelope: 'message' })
  return known
}

/** The refusal in the words that clients of the dialect know; a guest does not hear the name of the dataset. */
export function noAccess({ dataset }: DatasetRecord, { kind }: Pick<Caller, 'kind'>): Problem {
  const known = dataset.schema ? `${dataset.schema}.${dataset.table_name}` : dataset.table_name
  const name = kind === 'guest' ? '' : known
  return new Problem(
    403,
    `This endpoint requires the datasource ${dataset.id}, database or \`all_datasource_access\` permission`,
    {
      type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
      level: 'warning',
      extra: { link: '', datasource: dataset.id, datasource_name: name },
    },
  )
}
