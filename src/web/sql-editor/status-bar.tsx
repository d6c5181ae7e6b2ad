import { engineLabel } from '../../gateway/engines-of.ts'
import { useIsOnline } from '../app/connectivity.tsx'
import { formatClock } from '../ui/format.ts'
import { Dot } from '../ui/marks.tsx'
import { useText } from '../ui/text.ts'
import { isOfConnection } from './model/failure-texts.ts'
import { isRunningLike } from './model/queries.ts'
import { activeEditor } from './model/state.ts'
import { pageSettings } from './settings.ts'
import { useEditor } from './store.ts'
import { useView } from './view-store.ts'

export function StatusBar() {
  const t = useText()
  const editor = useEditor(activeEditor)
  const database = useEditor((state) => (editor?.dbId == null ? undefined : state.databases[editor.dbId]))
  const offline = useOffline()
  const running = useEditor(
    (state) => Object.values(state.queries).filter((query) => isRunningLike(query.state)).length,
  )
  const cursor = useView((state) => state.cursor)
  const isCut = useEditor((state) => {
    const latest = editor?.latestQueryId == null ? undefined : state.queries[editor.latestQueryId]
    return latest?.dbId === editor?.dbId && isOfConnection(latest?.errors[0]?.error_type ?? null)
  })
  const connected = isCut ? 'No connection to {{name}}' : 'Connected to {{name}}'
  return (
    <footer className="status">
      {database !== undefined && (
        <span className="row g1">
          <Dot tone={offline || isCut ? 'warn' : 'ok'} />
          {offline ? t('Offline') : t(connected, { name: database.database_name })}
        </span>
      )}
      {database !== undefined && <span>{database.allow_dml ? t('Reading and writing') : t('Read only')}</span>}
      {editor !== null && cursor !== null && (
        <span>{t('Line {{line}}, column {{column}}', { line: cursor.line, column: cursor.column })}</span>
      )}
      {editor !== null && cursor !== null && cursor.statement.count > 0 && (
        <span className="sql-statement-number">
          {t('Statement {{number}} of {{count}}', {
            number: cursor.statement.number,
            count: String(cursor.statement.count),
          })}
        </span>
      )}
      <span className="grow" />
      {running > 0 && <span>{t('{{count}} query running|{{count}} queries running', { count: running })}</span>}
      {editor !== null && editor.updatedAt > 0 && <span>{keptText(editor, t)}</span>}
      {database !== undefined && <span>{engineLabel(database)}</span>}
    </footer>
  )
}

/** The browser knows that the network is gone before a request fails. */
function useOffline(): boolean {
  const isOnline = useIsOnline()
  return useEditor((state) => state.offline) || !isOnline
}

function keptText(
  editor: { readonly updatedAt: number; readonly syncedAt: number },
  t: ReturnType<typeof useText>,
): string {
  const time = formatClock(editor.updatedAt)
  return pageSettings().isPersisted && editor.syncedAt >= editor.updatedAt
    ? t('Saved on the server {{time}}', { time })
    : t('Draft kept on this device {{time}}', { time })
}
