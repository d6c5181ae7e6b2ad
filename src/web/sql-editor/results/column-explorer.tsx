import { IconSum, IconX } from '@tabler/icons-react'
import { useDeferredValue, useMemo } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { type GridColumn, shownText, typeSign } from '../../ui/grid/cell.ts'
import { type ColumnProfile, columnProfile } from '../../ui/grid/column-profile.ts'
import { MiniHistogram } from '../../ui/grid/mini-histogram.tsx'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useText } from '../../ui/text.ts'
import { groupedSql } from '../model/grouped-sql.ts'
import type { QueryRecord } from '../model/state.ts'
import { tabActions } from '../store.ts'
import { useView, viewStore } from '../view-store.ts'
import { FigureList } from './figure-list.tsx'
import type { ResultTable } from './use-result-table.ts'

const { part: WholeFigures } = partAhead(() => import('./whole-figures.tsx').then((module) => module.WholeFigures))

interface ColumnExplorerProps {
  readonly table: ResultTable
  readonly query: QueryRecord
  readonly sql: string
}

/** Figures of one column: of a result from its rows, of a table from the database. */
export function ColumnExplorer({ table, query, sql }: ColumnExplorerProps) {
  const t = useText()
  const chosen = useView((state) => state.explorerColumn)
  const place = Math.min(chosen, table.columns.length - 1)
  const column = table.columns[place]
  const rows = useDeferredValue(table.loadedRows)
  const profile = useMemo(
    () => (column === undefined ? null : columnProfile(rows, place, column.kind)),
    [rows, place, column],
  )
  const close = () => viewStore.setState({ isExplorerOpen: false })
  if (column === undefined || profile === null) return null
  return (
    <aside className="sql-explorer" aria-label={t('Column explorer')}>
      <header>
        <span className="ty" aria-hidden="true">
          {typeSign(column)}
        </span>
        <span className="b t2 ell" title={column.name}>
          {column.name}
        </span>
        <span className="c3 t1 ell">{column.type}</span>
        <span className="grow" />
        <IconButton size="sm" label={t('Close')} icon={<IconX aria-hidden />} onClick={close} />
      </header>
      <div className="sql-explorer-body">
        {query.isDataPreview ? (
          <WholeFigures query={query} column={column} />
        ) : (
          <OfResult table={table} rows={rows} column={column} profile={profile} />
        )}
        <h2 className="t1 c3">{t('Use this column')}</h2>
        <Button size="sm" icon={<IconSum aria-hidden />} onClick={() => void openGrouped(query, column.name, sql)}>
          {t('Group by')}
        </Button>
      </div>
    </aside>
  )
}

interface OfResultProps {
  readonly table: ResultTable
  readonly rows: ResultTable['loadedRows']
  readonly column: GridColumn
  readonly profile: ColumnProfile
}

/** From the rows in memory; says so when these are not all. */
function OfResult({ table, rows, column, profile }: OfResultProps) {
  const t = useText()
  const [low, high] = [profile.min, profile.max].map((value) => (value === null ? '' : shownText(value, column)))
  return (
    <>
      <p className="t1 c3">
        {table.all === null
          ? t('From the first {{loaded}} of {{rows}} rows', {
              loaded: formatCount(rows.length),
              rows: formatCount(table.totalRows),
            })
          : t('From the one row|From all {{count}} rows', { count: rows.length })}
      </p>
      {profile.histogram.length > 1 && (
        <>
          <MiniHistogram
            counts={profile.histogram}
            height={56}
            label={t('Distribution of {{column}}', { column: column.name })}
          />
          <div className="sql-range t1 c3">
            <span>{low}</span>
            <span>{high}</span>
          </div>
        </>
      )}
      <Figures profile={profile} />
      <Common profile={profile} />
    </>
  )
}

function Figures({ profile }: { profile: ColumnProfile }) {
  const t = useText()
  return (
    <FigureList
      rows={profile.rows}
      nulls={profile.nulls}
      figures={[
        [t('Distinct'), `${profile.isDistinctAtLeast ? '≥ ' : ''}${formatCount(profile.distinct)}`],
        [t('Min'), profile.min],
        [t('Median'), profile.median],
        [t('Mean'), profile.mean],
        [t('95th percentile'), profile.p95],
        [t('Max'), profile.max],
      ]}
    />
  )
}

function Common({ profile }: { profile: ColumnProfile }) {
  const t = useText()
  const repeated = profile.common.filter(([, count]) => count > 1)
  if (repeated.length === 0) return null
  const most = repeated[0]?.[1] ?? 1
  return (
    <>
      <h2 className="t1 c3">{t('Most frequent')}</h2>
      <ul className="sql-common">
        {repeated.map(([value, count]) => (
          <li key={value}>
            <span className="sql-share" style={{ width: `${(count / most) * 100}%` }} />
            <span className="ell" title={value}>
              {value === '' ? t('(empty)') : value}
            </span>
            <span className="num c3">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}

/** The values of a column with their counts, in a tab of its own. */
async function openGrouped({ dbId }: QueryRecord, column: string, sql: string): Promise<void> {
  const { quoteOf } = await import('./quoting.ts')
  tabActions.add({ name: column, sql: groupedSql(sql, column, quoteOf(dbId)), autorun: true })
}
