import { IconArrowDown, IconArrowUp, IconDots } from '@tabler/icons-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { Checkbox } from './choices.tsx'
import { classNames } from './class-names.ts'
import { Menu } from './menu.tsx'
import type { MenuItem } from './menu-item.ts'
import { useRowFocus } from './row-focus.ts'
import { useRowWindow } from './row-window.ts'
import { useText } from './text.ts'

export interface TableColumn<Row> {
  readonly id: string
  readonly header: ReactNode
  readonly cell: (row: Row) => ReactNode
  readonly align?: 'left' | 'right'
  readonly width?: number | string
  readonly sortable?: boolean
  /** Left out on phones. */
  readonly wideOnly?: boolean
  /** Left out where the name would have no room beside it: below 1320 px. */
  readonly roomyOnly?: boolean
}

export interface TableSort {
  readonly id: string
  readonly desc: boolean
}

export type RowKey = string | number

interface DataTableProps<Row> {
  /** Names the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  /** Names a row for its checkbox and menu. */
  rowName?: (row: Row) => string
  sort?: TableSort | null
  onSort?: (sort: TableSort) => void
  selected?: ReadonlySet<RowKey>
  onSelect?: (selected: ReadonlySet<RowKey>) => void
  rowActions?: (row: Row) => readonly MenuItem[]
  onOpen?: (row: Row) => void
  onDelete?: (row: Row) => void
  /** Rows of 36 px for lists, 28 px else. */
  size?: 'md' | 'lg'
}

const ROW_PX = { md: 28, lg: 36 } as const
const IN_ROW = 'a,button,input,select'

/** A dense table; beyond 100 rows only those in view are drawn. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, sort, onSort, selected, onSelect, size = 'md' } = props
  const scroller = useRef<HTMLDivElement>(null)
  const view = useRowWindow(scroller, rows.length, ROW_PX[size])
  return (
    <div ref={scroller} className="table-scroll">
      <table className={classNames('tbl', size === 'lg' && 'lg')} aria-label={label} aria-rowcount={rows.length + 1}>
        <thead>
          <tr>
            {onSelect && <SelectAll rows={rows} rowKey={rowKey} selected={selected ?? new Set()} onSelect={onSelect} />}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort ?? null} onSort={onSort} />
            ))}
            {props.rowActions && <MenuHeader />}
          </tr>
        </thead>
        <tbody {...useRowFocus(rows)}>
          <Gap height={view.padTop} />
          {rows.slice(view.first, view.end).map((row, offset) => (
            <BodyRow key={rowKey(row)} table={props} row={row} index={view.first + offset} />
          ))}
          <Gap height={view.padBottom} />
        </tbody>
      </table>
    </div>
  )
}

// One cell: spanning columns that a phone leaves out would make them anew.
const Gap = ({ height }: { height: number }) =>
  height === 0 ? null : (
    <tr aria-hidden>
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  )

const columnClass = <Row,>({ align, wideOnly, roomyOnly }: TableColumn<Row>) =>
  classNames(align === 'right' && 'num', wideOnly && 'wide-only', roomyOnly && 'roomy-only')

interface HeaderCellProps<Row> {
  column: TableColumn<Row>
  sort: TableSort | null
  onSort: ((sort: TableSort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const isSorted = sort?.id === column.id
  const look = columnClass(column)
  const order = isSorted ? (sort.desc ? 'descending' : 'ascending') : undefined
  return (
    <th className={look} style={{ width: column.width }} aria-sort={order} scope="col">
      {column.sortable && onSort ? (
        <button
          type="button"
          className={classNames('th-sort', isSorted && 'on')}
          onClick={() => onSort({ id: column.id, desc: isSorted ? !sort.desc : false })}
        >
          {column.header}
          {isSorted && (sort.desc ? <IconArrowDown aria-hidden /> : <IconArrowUp aria-hidden />)}
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

interface SelectAllProps<Row> {
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  selected: ReadonlySet<RowKey>
  onSelect: (selected: ReadonlySet<RowKey>) => void
}

function SelectAll<Row>({ rows, rowKey, selected, onSelect }: SelectAllProps<Row>) {
  const t = useText()
  const isAll = rows.length > 0 && rows.every((row) => selected.has(rowKey(row)))
  return (
    <th className="row-check">
      <Checkbox
        ariaLabel={t('Select all')}
        checked={isAll}
        indeterminate={!isAll && selected.size > 0}
        onChange={(on) => onSelect(on ? new Set(rows.map(rowKey)) : new Set())}
      />
    </th>
  )
}

interface BodyRowProps<Row> {
  table: DataTableProps<Row>
  row: Row
  index: number
}

function BodyRow<Row>({ table, row, index }: BodyRowProps<Row>) {
  const { columns, selected, onSelect, onOpen, onDelete } = table
  const key = table.rowKey(row)
  const name = table.rowName?.(row) ?? String(key)
  const isSelected = selected?.has(key) ?? false
  const isActive = Boolean(onOpen || onSelect)
  const toggle = () => onSelect?.(toggled(selected, key))
  const keys = { toggle, open: () => onOpen?.(row), remove: () => onDelete?.(row) }
  const handleClick = (event: MouseEvent) => {
    const isOnControl = event.target instanceof Element && event.target.closest(IN_ROW)
    if (!isOnControl) onOpen?.(row)
  }
  return (
    <tr
      aria-rowindex={index + 2}
      aria-selected={onSelect ? isSelected : undefined}
      className={classNames(isSelected && 'sel', onOpen && 'is-link')}
      onClick={onOpen && handleClick}
      {...(isActive && { tabIndex: index === 0 ? 0 : -1, onKeyDown: (event) => handleRowKey(event, keys) })}
    >
      {onSelect && <SelectCell name={name} checked={isSelected} onChange={toggle} />}
      {columns.map((column) => (
        <td key={column.id} className={columnClass(column)}>
          {column.cell(row)}
        </td>
      ))}
      {table.rowActions && <MenuCell name={name} items={() => table.rowActions?.(row) ?? []} />}
    </tr>
  )
}

function SelectCell({ name, checked, onChange }: { name: string; checked: boolean; onChange: () => void }) {
  const t = useText()
  return (
    <td className="row-check">
      <Checkbox ariaLabel={t('Select {{name}}', { name })} checked={checked} onChange={onChange} />
    </td>
  )
}

function MenuHeader() {
  const t = useText()
  return (
    <th className="row-menu" scope="col">
      <span className="sr">{t('Actions')}</span>
    </th>
  )
}

function MenuCell({ name, items }: { name: string; items: () => readonly MenuItem[] }) {
  const t = useText()
  if (items().length === 0) return <td className="row-menu" />
  const label = t('Actions for {{name}}', { name })
  return (
    <td className="row-menu">
      <Menu
        items={items}
        placement="bottom-end"
        label={label}
        trigger={<IconButton size="sm" label={label} icon={<IconDots aria-hidden />} />}
      />
    </td>
  )
}

function toggled(selected: ReadonlySet<RowKey> | undefined, key: RowKey): ReadonlySet<RowKey> {
  const next = new Set(selected)
  if (!next.delete(key)) next.add(key)
  return next
}

interface RowKeys {
  readonly toggle: () => void
  readonly open: () => void
  readonly remove: () => void
}

function handleRowKey(event: KeyboardEvent<HTMLTableRowElement>, keys: RowKeys): void {
  if (event.target !== event.currentTarget) return
  const row = event.currentTarget
  const rows = row.parentElement?.querySelectorAll(':scope > [tabindex]')
  const sibling = {
    ArrowDown: row.nextElementSibling,
    ArrowUp: row.previousElementSibling,
    Home: rows?.[0],
    End: rows?.[rows.length - 1],
  }[event.key]
  const action = { ' ': keys.toggle, Enter: keys.open, Delete: keys.remove }[event.key]
  if (!sibling && !action) return
  event.preventDefault()
  if (sibling instanceof HTMLElement) sibling.focus()
  action?.()
}
