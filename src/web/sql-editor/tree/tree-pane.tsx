import {
  IconArrowUpRight,
  IconDatabase,
  IconDots,
  IconEye,
  IconKey,
  IconListSearch,
  IconRefresh,
  IconSearch,
  IconTable,
} from '@tabler/icons-react'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import { HttpError } from '../../data/http.ts'
import { IconButton, LinkButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { formatCount, formatRough } from '../../ui/format.ts'
import { Menu, MenuPanel } from '../../ui/menu.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { type TreeItem, VirtualTree } from '../../ui/virtual-tree.tsx'
import { columnSign } from '../model/column-sign.ts'
import { activeEditor, type EditorState, type TreePlace } from '../model/state.ts'
import type { FlatRow } from '../model/tree-rows.ts'
import { tabActions, useEditor } from '../store.ts'
import { insertText } from '../view-store.ts'
import { openUploaded } from './open-uploaded.ts'
import { rowMenu } from './row-menu.ts'
import { useTree } from './use-tree.ts'

const UploadButton = lazy(() =>
  import('../../data/uploads/upload-button.tsx').then((module) => ({ default: module.UploadButton })),
)

const showFailure = (error: unknown) =>
  void toast.danger(error instanceof HttpError ? error.message : text('An error occurred'))

export function TreePane() {
  const t = useText()
  const place = useEditor(useShallow(treePlace))
  return (
    <aside className="sql-tree" aria-label={t('Tables')}>
      {place !== null && <Tables editor={place} />}
    </aside>
  )
}

/** What the tree needs of a tab, so that typing does not draw it again. */
function treePlace(state: EditorState): TreePlace | null {
  const editor = activeEditor(state)
  return editor?.loaded ? { id: editor.id, dbId: editor.dbId, catalog: editor.catalog, schema: editor.schema } : null
}

function Tables({ editor }: { editor: TreePlace }) {
  const hasDatabases = useEditor((state) => Object.keys(state.databases).length > 0)
  return hasDatabases ? <TableTree editor={editor} /> : <NoDatabases />
}

/** Nothing can be asked: says so, and offers the one step that helps to those who may take it. */
function NoDatabases() {
  const t = useText()
  const mayConnect = can('can_write', 'Database')
  return (
    <EmptyState
      title={t('No databases')}
      action={mayConnect && <LinkButton to={PATHS.newDatabase}>{t('Connect a database')}</LinkButton>}
    >
      {mayConnect
        ? t('Connect one, and offer it in the SQL editor.')
        : t('An administrator can connect one, or give you access.')}
    </EmptyState>
  )
}

function TableTree({ editor }: { editor: TreePlace }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const tree = useTree(editor, search)
  const refresh = () => void tree.refresh().catch(showFailure)
  return (
    <>
      <div className="sql-tree-head">
        <DatabaseChoice editor={editor} />
        <Suspense fallback={null}>
          <UploadButton isIcon onUploaded={(table) => void openUploaded(table).catch(showFailure)} />
        </Suspense>
        <IconButton label={t('Refresh tables')} icon={<IconRefresh aria-hidden />} onClick={refresh} />
      </div>
      <div className="sql-tree-search">
        <TextInput
          soft
          type="search"
          ariaLabel={t('Search tables and columns')}
          placeholder={t('Tables and columns')}
          icon={<IconSearch className="s" aria-hidden />}
          value={search}
          onChange={setSearch}
        />
      </div>
      {tree.schemas.isError ? (
        <FailedState title={t('The tables could not be listed')} onRetry={() => void tree.schemas.refetch()}>
          {tree.schemas.error.message}
        </FailedState>
      ) : (
        <Rows editor={editor} tree={tree} search={search} />
      )}
    </>
  )
}

function DatabaseChoice({ editor }: { editor: TreePlace }) {
  const t = useText()
  const databases = useEditor((state) => state.databases)
  const options = Object.values(databases).map((database) => ({
    value: database.id,
    label: database.database_name,
    hint: database.backend,
    icon: <IconDatabase className="s" aria-hidden />,
  }))
  return (
    <Select
      className="grow"
      ariaLabel={t('Database')}
      placeholder={t('Choose a database')}
      options={options}
      value={editor.dbId}
      onChange={(dbId) => tabActions.set(editor.id, { dbId, catalog: null, schema: null })}
    />
  )
}

interface Row extends FlatRow, TreeItem {}

interface RowsProps {
  readonly editor: TreePlace
  readonly tree: ReturnType<typeof useTree>
  readonly search: string
}

function Rows({ editor, tree, search }: RowsProps) {
  const t = useText()
  const [menu, setMenu] = useState<{ readonly row: FlatRow; readonly left: number; readonly top: number } | null>(null)
  const refreshSchema = (schema: string) => void tree.refreshSchema(schema).catch(showFailure)
  const rows = tree.rows.map(
    (row): Row => drawn(row, tree, t, <RowActions row={row} editor={editor} onRefresh={refreshSchema} />),
  )
  const handleActivate = (row: Row) => {
    if (row.node.kind === 'column') insertText(row.label)
    else if (row.isExpandable) tree.toggle(row)
  }
  const handleDrawn = (drawnRows: readonly Row[]) => {
    for (const { node } of drawnRows) if (node.kind === 'more') tree.showMore(node.schema, node.shown)
  }
  const handleMenu = (row: Row, event: MouseEvent) => {
    event.preventDefault()
    setMenu({ row, left: event.clientX, top: event.clientY })
  }
  if (rows.length === 0 && search !== '') {
    return (
      <EmptyState title={t('Nothing is called “{{search}}” here', { search })}>
        {t('Of columns, those of opened tables are searched.')}
      </EmptyState>
    )
  }
  return (
    <>
      <VirtualTree
        label={t('Tables')}
        rows={rows}
        onToggle={(row) => tree.toggle(row)}
        onActivate={handleActivate}
        onDrawn={handleDrawn}
        onContextMenu={handleMenu}
      />
      {menu !== null && (
        <MenuPanel
          anchor={{ left: menu.left, top: menu.top, width: 0, height: 0 }}
          label={menu.row.label}
          items={rowMenu(menu.row, editor, t, refreshSchema)}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  )
}

function RowActions({
  row,
  editor,
  onRefresh,
}: {
  row: FlatRow
  editor: TreePlace
  onRefresh: (schema: string) => void
}) {
  const t = useText()
  if (row.node.kind === 'note' || row.node.kind === 'more') return null
  return (
    <Menu
      trigger={
        <IconButton size="sm" label={t('Actions for {{name}}', { name: row.label })} icon={<IconDots aria-hidden />} />
      }
      items={() => rowMenu(row, editor, t, onRefresh)}
    />
  )
}

/** Names of more characters may be cut where they stand. */
const LONG_NAME = 20

function drawn(
  row: FlatRow,
  tree: ReturnType<typeof useTree>,
  t: ReturnType<typeof useText>,
  actions: Row['actions'],
): Row {
  const { node } = row
  switch (node.kind) {
    case 'schema': {
      const tables = tree.tables.get(node.schema)
      return { ...row, actions, ...(tables?.state === 'ready' ? { hint: formatCount(tables.tables.length) } : {}) }
    }
    case 'table': {
      const tip = row.label.length > LONG_NAME ? row.label : undefined
      return node.isView
        ? { ...row, tip, actions, icon: <IconEye className="s" aria-hidden />, hint: t('view') }
        : { ...row, tip, actions, icon: <IconTable className="s" aria-hidden />, hint: <RowCount rows={node.rows} /> }
    }
    case 'column':
      return {
        ...row,
        actions,
        icon: <span className="ty">{columnSign(node.column.type)}</span>,
        hint: <KeySign keys={node.column.keys} />,
        tip: `${node.column.longType}${node.column.comment === null ? '' : ` · ${node.column.comment}`}`,
      }
    case 'note':
      return { ...row, label: noteText(node.text, t), isLoading: node.text === 'loading' }
    case 'more': {
      const [shown, count] = [formatCount(node.shown), formatCount(node.count)]
      return { ...row, label: t('{{shown}} of {{count}} tables', { shown, count }) }
    }
  }
}

function RowCount({ rows }: { rows: number | null }) {
  const t = useText()
  if (rows === null) return null
  return (
    <span role="img" aria-label={t('{{count}} row|{{count}} rows', { count: rows })}>
      {formatRough(rows)}
    </span>
  )
}

function noteText(note: 'loading' | 'failed' | 'empty', t: ReturnType<typeof useText>): string {
  if (note === 'loading') return t('Loading')
  return note === 'failed' ? t('Could not be read') : t('No tables')
}

function KeySign({ keys }: { keys: readonly { readonly type: string }[] }) {
  const t = useText()
  if (keys.some((key) => key.type === 'pk')) return <IconKey className="s" role="img" aria-label={t('primary key')} />
  if (keys.some((key) => key.type === 'fk'))
    return <IconArrowUpRight className="s" role="img" aria-label={t('foreign key')} />
  if (keys.length > 0) return <IconListSearch className="s" role="img" aria-label={t('index')} />
  return null
}
