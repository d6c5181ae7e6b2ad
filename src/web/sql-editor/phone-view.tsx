import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { Button } from '../ui/button.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { allEditors, type EditorTab } from './model/state.ts'
import { SouthPane } from './results/south-pane.tsx'
import { type SavedQuery, savedApi } from './saved-api.ts'
import { useEditor } from './store.ts'
import { loadTab } from './sync-engine.ts'

/** On a phone queries and their results are read; writing needs a wider screen. */
export function PhoneView() {
  const t = useText()
  const editors = useEditor(useShallow(allEditors))
  const [openId, setOpenId] = useState<string | null>(null)
  const [saved, setSaved] = useState<SavedQuery | null>(null)
  const open = editors.find((editor) => editor.id === openId) ?? null
  const back = () => {
    setOpenId(null)
    setSaved(null)
  }
  if (open !== null) return <PhoneResult editor={open} onBack={back} />
  if (saved !== null) return <PhoneSaved saved={saved} onBack={back} />
  return (
    <main className="main sql-phone">
      <h1>{t('SQL editor')}</h1>
      <p className="note">{t('Writing SQL needs a wider screen. Here queries and their results can be read.')}</p>
      <section aria-label={t('Open queries')}>
        <h2>{t('Open queries')}</h2>
        {editors.map((editor) => (
          <button key={editor.id} type="button" className="sql-phone-row" onClick={() => setOpenId(editor.id)}>
            <span className="b ell">{editor.name}</span>
            {editor.loaded && <span className="mono c3 ell">{oneLine(editor.sql)}</span>}
          </button>
        ))}
      </section>
      <SavedList onOpen={setSaved} />
    </main>
  )
}

function SavedList({ onOpen }: { onOpen: (saved: SavedQuery) => void }) {
  const t = useText()
  const { data, isError, refetch } = useQuery({ queryKey: ['sql-editor', 'saved', 0], queryFn: () => savedApi.list(0) })
  return (
    <section aria-label={t('Saved queries')}>
      <h2>{t('Saved queries')}</h2>
      {isError && <FailedState title={t('The saved queries could not be listed')} onRetry={() => void refetch()} />}
      {data?.result.length === 0 && <EmptyState title={t('No query is saved yet')} />}
      {data?.result.map((saved) => (
        <button key={saved.id} type="button" className="sql-phone-row" onClick={() => onOpen(saved)}>
          <span className="b ell">{saved.label}</span>
          <span className="c3 ell">{saved.database?.database_name}</span>
        </button>
      ))}
    </section>
  )
}

function PhoneResult({ editor, onBack }: { editor: EditorTab; onBack: () => void }) {
  const t = useText()
  const { id, loaded } = editor
  useEffect(() => {
    if (!loaded) void loadTab(id)
  }, [id, loaded])
  return (
    <main className="main sql-phone">
      <div className="row g2">
        <Button onClick={onBack}>{t('Back')}</Button>
        <h1 className="ell">{editor.name}</h1>
      </div>
      <pre className="code sql-phone-text">{loaded ? editor.sql : ''}</pre>
      <SouthPane editor={editor} />
    </main>
  )
}

function PhoneSaved({ saved, onBack }: { saved: SavedQuery; onBack: () => void }) {
  const t = useText()
  return (
    <main className="main sql-phone">
      <div className="row g2">
        <Button onClick={onBack}>{t('Back')}</Button>
        <h1 className="ell">{saved.label}</h1>
      </div>
      {saved.description && <p>{saved.description}</p>}
      <pre className="code sql-phone-text">{saved.sql}</pre>
    </main>
  )
}

const oneLine = (sql: string): string => sql.replace(/\s+/g, ' ').slice(0, 120)
