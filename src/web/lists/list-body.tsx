import { IconDownload, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFavorites } from '../data/favorites.ts'
import { DataTable, type RowKey, type TableColumn } from '../ui/data-table.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { useNavigate } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { canExport, exportArchive } from './export-archive.ts'
import type { ListKind } from './list-kind.ts'
import type { ListState } from './list-state.ts'
import { NameCell } from './name-cell.tsx'
import { Star } from './star.tsx'

interface ListBodyProps<Row> {
  kind: ListKind<Row>
  rows: readonly Row[]
  state: ListState
  onChange: (change: Partial<ListState>) => void
  selected: ReadonlySet<RowKey>
  onSelect: (selected: ReadonlySet<RowKey>) => void
  onRemove: (rows: readonly Row[]) => void
  /** The rows are those of the page before. */
  isStale: boolean
}

export function ListBody<Row>(props: ListBodyProps<Row>) {
  const { kind, rows, state } = props
  const body = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is read from its top
  useEffect(() => {
    body.current?.firstElementChild?.scrollTo({ top: 0 })
  }, [state.page, state.size])
  const favorites = useFavorites(kind.favorites ?? 'dashboard', kind.favorites ? rows.map(kind.id) : [])
  const starOf = (row: Row): ReactNode =>
    kind.favorites && (
      <Star kind={kind.favorites} id={kind.id(row)} name={kind.name(row)} isOn={favorites.get(kind.id(row)) ?? false} />
    )
  const { Card } = kind
  const isCards = Card && (state.view ?? 'cards') === 'cards'
  return (
    <div ref={body} className="list-body" aria-busy={props.isStale || undefined}>
      {isCards ? (
        <ul className="card-grid scroll">
          {rows.map((row) => (
            <li key={kind.id(row)}>
              <Card row={row} star={starOf(row)} />
            </li>
          ))}
        </ul>
      ) : (
        <ListTable {...props} starOf={starOf} />
      )}
    </div>
  )
}

function ListTable<Row>(props: ListBodyProps<Row> & { starOf: (row: Row) => ReactNode }) {
  const { kind, rows, state, onChange, selected, onSelect, onRemove, starOf } = props
  const t = useText()
  const navigate = useNavigate()
  const isShut = kind.canOpen?.() === false || (kind.opensEditor === true && !kind.canChange())
  const open = isShut ? null : kind.open
  const canRemove = kind.remove !== null && kind.canChange()
  const exported = kind.imports && canExport(kind.imports) ? kind.imports : null
  const columns = kind.columns.map(
    (column, at): TableColumn<Row> => ({
      id: column.id,
      header: t(column.header),
      sortable: column.order !== undefined,
      ...(column.align && { align: column.align }),
      ...(column.width !== undefined && { width: column.width }),
      ...(column.wideOnly && { wideOnly: true }),
      ...(column.roomyOnly && { roomyOnly: true }),
      cell: (row) =>
        at === 0 ? (
          <NameCell to={open?.(row) ?? null} star={starOf(row)}>
            {column.cell(row, t)}
          </NameCell>
        ) : (
          column.cell(row, t)
        ),
    }),
  )
  const actions = (row: Row): readonly MenuItem[] => [
    ...(kind.actions?.(row, t) ?? []),
    ...(exported
      ? [
          {
            label: t('Export'),
            icon: <IconDownload aria-hidden />,
            onSelect: () => exportArchive(exported, [kind.id(row)]),
          },
        ]
      : []),
    ...(canRemove
      ? [
          {
            label: t('Delete'),
            icon: <IconTrash aria-hidden />,
            danger: true,
            keys: 'Delete',
            onSelect: () => onRemove([row]),
          },
        ]
      : []),
  ]
  return (
    <DataTable
      label={t(kind.title)}
      size="lg"
      columns={columns}
      rows={rows}
      rowKey={kind.id}
      rowName={kind.name}
      sort={state.sort ?? kind.sort}
      onSort={(sort) => onChange({ sort })}
      {...(canRemove && { selected, onSelect, onDelete: (row: Row) => onRemove([row]) })}
      {...(open && { onOpen: (row: Row) => void navigate(open(row)) })}
      {...((canRemove || exported || (kind.actions && !isShut)) && { rowActions: actions })}
    />
  )
}
