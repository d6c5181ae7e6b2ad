import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { textOf } from '../../../query/dashboard/filter-label.ts'
import { GENERIC } from '../../../query/generic-type.ts'
import type { ExtraFormData } from '../../data/chart-request.ts'
import { http } from '../../data/http.ts'
import { inTimeZone, useTimeZone } from '../../data/time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatCount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { detailFilters } from '../model/detail-filters.ts'
import type { DashboardChart } from '../model/wire.ts'

const PAGE_ROWS = 50

interface Samples {
  readonly result: {
    readonly colnames: readonly string[]
    readonly data: readonly Readonly<Record<string, unknown>>[]
    readonly coltypes?: readonly number[]
    readonly total_count: number
  }
}

/** The rows of the dataset behind a chart, under the same filters. */
export function DetailDialog({
  chart,
  extra,
  onClose,
}: {
  chart: DashboardChart
  extra: ExtraFormData
  onClose: () => void
}) {
  const t = useText()
  const [page, setPage] = useState(1)
  const body = { ...detailFilters(chart.formData, extra), ...inTimeZone(useTimeZone()) }
  const { data, error, isFetching } = useQuery({
    queryKey: ['samples', chart.datasetId, body, page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const search = new URLSearchParams({
        datasource_type: 'table',
        datasource_id: String(chart.datasetId),
        force: 'false',
        per_page: String(PAGE_ROWS),
        page: String(page),
      })
      return http.post<Samples>(`/datasource/samples?${search}`, body, { signal })
    },
  })
  const total = data?.result.total_count ?? 0
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS))
  return (
    <Dialog
      title={t('Rows behind “{{name}}”', { name: chart.name })}
      width={960}
      onClose={onClose}
      footer={
        data && (
          <>
            <span className="t2 c3 grow">
              {t('{{rows}} rows, page {{page}} of {{pages}}', { rows: formatCount(total), page, pages })}
            </span>
            <Button disabled={page <= 1} onClick={() => setPage(page - 1)}>
              {t('Previous')}
            </Button>
            <Button disabled={page >= pages} onClick={() => setPage(page + 1)}>
              {t('Next')}
            </Button>
          </>
        )
      }
    >
      {error && <FailedState title={t('The rows could not be read')}>{error.message}</FailedState>}
      {!data && !error && <Skeleton lines={8} />}
      {data && data.result.data.length === 0 && <EmptyState title={t('No rows for these filters')} />}
      {data && data.result.data.length > 0 && <RowTable samples={data} isDimmed={isFetching} />}
    </Dialog>
  )
}

function RowTable({ samples, isDimmed }: { samples: Samples; isDimmed: boolean }) {
  const t = useText()
  const { colnames, coltypes = [], data } = samples.result
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys
    <section className="dash-detail" aria-label={t('Rows')} tabIndex={0} aria-busy={isDimmed}>
      <table className="tbl">
        <thead>
          <tr>
            {colnames.map((name, column) => (
              <th key={name} className={coltypes[column] === GENERIC.number ? 'num' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a table have no other identity
            <tr key={index}>
              {colnames.map((name, column) => (
                <Cell key={name} value={row[name] ?? null} generic={coltypes[column] ?? null} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Cell({ value, generic }: { value: unknown; generic: number | null }) {
  if (value === null) {
    return (
      <td>
        <span className="null">null</span>
      </td>
    )
  }
  const isTime = generic === GENERIC.time && typeof value === 'number'
  const shown = isTime
    ? new Date(value)
        .toISOString()
        .replace('T', ' ')
        .replace(/(:00)?\.000Z$/, '')
    : textOf(value)
  return <td className={generic === GENERIC.number ? 'num' : undefined}>{shown}</td>
}
