import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { ForbiddenPage } from '../app/problem-pages.tsx'
import { HttpError } from '../data/http.ts'
import { type ListPage, useList } from '../data/list.ts'
import { Button } from '../ui/button.tsx'
import type { RowKey } from '../ui/data-table.tsx'
import { formatCount } from '../ui/format.ts'
import { type Crumb, PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { useViewport } from '../ui/viewport.ts'
import { BulkBar } from './bulk-bar.tsx'
import { BulkDialog, type BulkWork } from './bulk-dialog.tsx'
import { FilterBar } from './filter-bar.tsx'
import { ImportButton } from './import/import-button.tsx'
import { ImportPlace } from './import/import-place.tsx'
import { ListBody } from './list-body.tsx'
import type { ListKind } from './list-kind.ts'
import { listQueryOf } from './list-query.ts'
import { type ListState, resizePages } from './list-state.ts'
import { PageFooter } from './page-footer.tsx'
import { useListState } from './use-list-state.ts'

/** One list of the product: search, filters, order, selection, pages. */
export function ListScreen<Row>({ kind, crumbs = [] }: { kind: ListKind<Row>; crumbs?: readonly Crumb[] }) {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  const [state, change] = useListState()
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const [work, setWork] = useState<BulkWork<Row> | null>(null)
  const [archive, setArchive] = useState<File | null>(null)
  const list = useList<Row>(listQueryOf(kind, state))
  const rows = list.data?.result ?? []
  const chosen = rows.filter((row) => selected.has(kind.id(row)))
  useLastPage(list, state, (page) => change({ page }))
  if (list.error instanceof HttpError && list.error.status === 403) return <ForbiddenPage />
  return (
    <ImportPlace kind={kind} archive={archive} onArchive={setArchive}>
      <PageHeader
        title={t(kind.title)}
        crumbs={crumbs}
        count={list.data ? formatCount(list.data.count) : undefined}
        actions={
          chosen.length > 0 ? (
            <BulkBar kind={kind} chosen={chosen} onClear={() => setSelected(new Set())} onWork={setWork} />
          ) : (
            <Actions kind={kind} onArchive={isPhone ? null : setArchive} />
          )
        }
      />
      <FilterBar kind={kind} state={state} onChange={change} />
      <ListContent
        kind={kind}
        list={list}
        state={state}
        onChange={change}
        selected={selected}
        onSelect={setSelected}
        onRemove={(gone) => setWork({ does: 'remove', rows: gone })}
      />
      <PageFooter
        page={state.page}
        pageSize={state.size}
        count={list.data?.count ?? 0}
        onPage={(page) => change({ page })}
        onPageSize={(size) => change(resizePages(state, size))}
        hint={
          list.data?.count && kind.remove && kind.canChange()
            ? t('↑ ↓ move · Space select · Enter open · Del delete')
            : ''
        }
      />
      {work && (
        <BulkDialog
          kind={kind}
          work={work}
          onClose={() => setWork(null)}
          onDone={() => {
            setSelected(new Set())
            setWork(null)
          }}
        />
      )}
    </ImportPlace>
  )
}

/** A page that has ended, as after the last rows of it were deleted, gives way to the last one there is. */
function useLastPage<Row>(
  list: UseQueryResult<ListPage<Row>>,
  { page, size }: ListState,
  onPage: (page: number) => void,
) {
  const isGone = !list.isPlaceholderData && list.data?.result.length === 0 && list.data.count > 0 && page > 0
  const last = Math.max(0, Math.ceil((list.data?.count ?? 0) / size) - 1)
  useEffect(() => {
    if (isGone && last < page) onPage(last)
  })
}

function Actions<Row>({ kind, onArchive }: { kind: ListKind<Row>; onArchive: ((archive: File) => void) | null }) {
  const { Create } = kind
  if (!kind.canChange()) return null
  return (
    <>
      {kind.imports && onArchive && <ImportButton onFile={onArchive} />}
      {Create && <Create />}
    </>
  )
}

interface ListContentProps<Row> {
  kind: ListKind<Row>
  list: UseQueryResult<ListPage<Row>>
  state: ListState
  onChange: (change: Partial<ListState>) => void
  selected: ReadonlySet<RowKey>
  onSelect: (selected: ReadonlySet<RowKey>) => void
  onRemove: (rows: readonly Row[]) => void
}

/** Waiting, failed, empty or the rows. */
function ListContent<Row>({ list, ...rest }: ListContentProps<Row>) {
  const t = useText()
  const { kind, state, onChange } = rest
  if (list.isPending)
    return (
      <div className="list-wait">
        <Skeleton lines={8} height={14} />
      </div>
    )
  if (list.isError) {
    const problem = problemMessage(list.error, t)
    return (
      <FailedState
        centred
        title={t('The list could not be read')}
        onRetry={() => void list.refetch()}
        details={problem.reason}
      >
        {problem.title}
      </FailedState>
    )
  }
  const rows = list.data.result
  if (rows.length > 0) return <ListBody {...rest} rows={rows} isStale={list.isPlaceholderData} />
  const isAtAll = state.search === '' && Object.keys(state.chosen).length === 0
  return <NothingHere kind={kind} isAtAll={isAtAll} onClear={() => onChange(NO_FILTERS)} />
}

const NO_FILTERS: Partial<ListState> = { search: '', chosen: {} }

interface NothingHereProps<Row> {
  kind: ListKind<Row>
  isAtAll: boolean
  onClear: () => void
}

function NothingHere<Row>({ kind, isAtAll, onClear }: NothingHereProps<Row>) {
  const t = useText()
  const { Create } = kind
  if (!isAtAll)
    return (
      <EmptyState
        centred
        title={t('Nothing matches')}
        action={<Button onClick={onClear}>{t('Clear search and filters')}</Button>}
      />
    )
  return (
    <EmptyState centred title={t(kind.empty.title)} action={Create && kind.canChange() && <Create />}>
      {t(kind.empty.text)} {Create && !kind.canChange() && t('An administrator can give you access.')}
    </EmptyState>
  )
}
