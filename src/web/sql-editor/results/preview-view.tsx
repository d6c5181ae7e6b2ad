import { IconRefresh } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import type { EditorTab, TableEntry } from '../model/state.ts'
import { useEditor } from '../store.ts'
import { runTablePreview } from './previews.ts'
import { QueryView } from './query-view.tsx'

export function PreviewView({ editor, table }: { editor: EditorTab; table: TableEntry }) {
  const t = useText()
  const query = useEditor((state) =>
    table.dataPreviewQueryId === null ? null : (state.queries[table.dataPreviewQueryId] ?? null),
  )
  const sql = table.selectStar ?? query?.sql ?? null
  if (query !== null) return <QueryView editor={editor} query={query} />
  return (
    <EmptyState
      centred
      title={t('No rows of this table are here')}
      action={
        sql !== null && (
          <Button icon={<IconRefresh aria-hidden />} onClick={() => runTablePreview(editor, table.id, sql)}>
            {t('Fetch data preview')}
          </Button>
        )
      }
    />
  )
}
