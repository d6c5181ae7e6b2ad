import { IconCopy, IconDownload, IconRefresh, IconSearch, IconTableExport } from '@tabler/icons-react'
import { useContext } from 'react'
import { createPortal } from 'react-dom'
import { can } from '../../app/bootstrap.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { formatCount, formatDuration } from '../../ui/format.ts'
import { useText } from '../../ui/text.ts'
import { api } from '../api.ts'
import { limitNote } from '../model/limits.ts'
import { isRunningLike } from '../model/queries.ts'
import type { QueryRecord } from '../model/state.ts'
import type { StatementResult } from '../model/statement-results.ts'
import { openDialog } from '../view-store.ts'
import { runAgain } from './previews.ts'
import { ResultActionsPlace } from './result-actions-place.ts'
import { rowsText } from './statement-tabs.tsx'
import type { ResultTable } from './use-result-table.ts'

interface ResultBarProps {
  readonly query: QueryRecord
  readonly result: StatementResult
  readonly table: ResultTable
  readonly filter?: string
  /** Left out where there are no rows to filter. */
  readonly onFilter?: (text: string) => void
  readonly onCopy: () => void
  readonly canFilter?: boolean
  /** All rows are needed soon. */
  readonly onFilterStart?: () => void
}

export function ResultBar({
  query,
  result,
  table,
  filter,
  onFilter,
  onCopy,
  canFilter,
  onFilterStart,
}: ResultBarProps) {
  const t = useText()
  const place = useContext(ResultActionsPlace)
  if (place === null) return null
  return createPortal(
    <>
      <span className="t2 c3 nw">{summary(query, result, table, t)}</span>
      <LimitWarning query={query} result={result} />
      {query.extra.taken_back === true && <span className="t2 cw nw">{t('rolled back: no COMMIT follows')}</span>}
      {onFilter && (
        <TextInput
          soft
          size="sm"
          type="search"
          className="sql-filter"
          ariaLabel={t('Filter rows')}
          icon={<IconSearch className="s" aria-hidden />}
          placeholder={canFilter ? t('Filter rows') : t('Too many to filter')}
          disabled={!canFilter}
          value={filter ?? ''}
          onFocus={onFilterStart}
          onChange={onFilter}
        />
      )}
      {query.isDataPreview && (
        <IconButton size="sm" label={t('Refresh')} icon={<IconRefresh aria-hidden />} onClick={() => runAgain(query)} />
      )}
      <IconButton
        size="sm"
        label={t('Copy with headers')}
        keys="Mod+Shift+C"
        icon={<IconCopy aria-hidden />}
        onClick={onCopy}
      />
      {can('can_csv', 'Superset') && <DownloadLink href={api.exportPath(query.id)} />}
      <Button
        size="sm"
        className="sql-save-dataset"
        aria-label={t('Save as dataset')}
        icon={<IconTableExport aria-hidden />}
        onClick={() => openDialog({ kind: 'dataset', sql: result.sql })}
      >
        <span>{t('Save as dataset')}</span>
      </Button>
    </>,
    place,
  )
}

function DownloadLink({ href }: { readonly href: string }) {
  const t = useText()
  return (
    <a className="btn g ic sm" href={href} download aria-label={t('Download CSV')} data-tip={t('Download CSV')}>
      <IconDownload aria-hidden />
    </a>
  )
}

function summary(
  query: QueryRecord,
  result: StatementResult,
  table: ResultTable,
  t: ReturnType<typeof useText>,
): string {
  const total = Math.max(result.rows ?? 0, table.totalRows)
  const rows =
    table.order === null
      ? rowsText(total, t)
      : t('{{shown}} of {{rows}} rows', { shown: formatCount(table.rowCount), rows: formatCount(total) })
  if (isRunningLike(query.state) && query.state !== 'fetching') return t('{{rows}} so far', { rows })
  return query.endDttm === null ? rows : `${formatDuration(Math.max(0, query.endDttm - query.startDttm))} · ${rows}`
}

function LimitWarning({ query, result }: Pick<ResultBarProps, 'query' | 'result'>) {
  const t = useText()
  const note = limitNote(result.limitingFactor ?? query.limitingFactor, result.rows ?? 0, query.queryLimit)
  if (note === null || query.isDataPreview) return null
  const words = {
    dropdown: t('cut at the limit of the drop-down'),
    query: t('cut at the limit in the query'),
    'query-and-dropdown': t('cut at the limit of query and drop-down'),
  }
  return <span className="t2 cw nw">{words[note]}</span>
}
