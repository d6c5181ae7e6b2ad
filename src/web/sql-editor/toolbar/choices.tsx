import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Menu } from '../../ui/menu.tsx'
import { useText } from '../../ui/text.ts'
import { catalogQueries } from '../catalog.ts'
import { limitChoices } from '../model/limits.ts'
import type { EditorTab } from '../model/state.ts'
import { pageSettings } from '../settings.ts'
import { tabActions, useEditor } from '../store.ts'

/** Only for databases that hold several catalogs. */
export function CatalogChoice({ editor }: { editor: EditorTab }) {
  const t = useText()
  const hasCatalogs = useEditor(
    (state) => editor.dbId !== null && state.databases[editor.dbId]?.allow_multi_catalog === true,
  )
  const { data } = useQuery({ ...catalogQueries.catalogs(editor.dbId ?? 0), enabled: hasCatalogs })
  if (!hasCatalogs) return null
  return (
    <Menu
      trigger={<ValueButton name={t('Catalog')} value={editor.catalog ?? '–'} />}
      items={() =>
        (data ?? []).map((catalog) => ({
          label: catalog,
          checked: catalog === editor.catalog,
          onSelect: () => tabActions.set(editor.id, { catalog, schema: null }),
        }))
      }
    />
  )
}

export function SchemaChoice({ editor }: { editor: EditorTab }) {
  const t = useText()
  const { data } = useQuery({
    ...catalogQueries.schemas(editor.dbId ?? 0, editor.catalog),
    enabled: editor.dbId !== null,
  })
  const { id, schema } = editor
  const usual = schema === null ? (data?.usual ?? null) : null
  useEffect(() => {
    if (usual !== null) tabActions.set(id, { schema: usual })
  }, [id, usual])
  return (
    <Menu
      trigger={<ValueButton name={t('Schema')} value={editor.schema ?? '–'} />}
      items={() =>
        (data?.names ?? []).map((schema) => ({
          label: schema,
          checked: schema === editor.schema,
          onSelect: () => tabActions.set(editor.id, { schema }),
        }))
      }
    />
  )
}

export function LimitChoice({ editor }: { editor: EditorTab }) {
  const t = useText()
  const { defaultQueryLimit, maxRow } = pageSettings()
  const limit = editor.queryLimit ?? defaultQueryLimit
  return (
    <Menu
      trigger={<ValueButton name={t('Limit')} value={formatCount(limit)} />}
      items={() =>
        limitChoices(defaultQueryLimit, editor.maxRow ?? maxRow).map((choice) => ({
          label: formatCount(choice),
          checked: choice === limit,
          hint: choice === defaultQueryLimit ? t('default') : undefined,
          onSelect: () => tabActions.set(editor.id, { queryLimit: choice }),
        }))
      }
    />
  )
}

/** A button that shows a name and its value, and opens a list. */
function ValueButton({ name, value, ...rest }: { name: string; value: string } & Record<string, unknown>) {
  return (
    <Button {...rest} className="sql-value" rightIcon={<IconChevronDown className="s" aria-hidden />}>
      <span className="c3">{name}</span>
      <span className="b">{value}</span>
    </Button>
  )
}
