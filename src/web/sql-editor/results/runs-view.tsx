import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryClient } from '../../data/query-client.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { formatCount, formatDateTime, formatDuration } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { api } from '../api.ts'
import { copyName } from '../model/new-editor.ts'
import { isRunningLike, queriesOfEditor, removeQuery } from '../model/queries.ts'
import type { EditorTab, QueryRecord, RunState } from '../model/state.ts'
import { savedApi } from '../saved-api.ts'
import { change, tabActions, useEditor } from '../store.ts'
import { putStatement } from '../view-store.ts'
import { RESULTS, showSouthTab } from './result-tab.tsx'

interface RunLine {
  /** What its browser called the run. */
  readonly id: string
  readonly state: RunState
  readonly sql: string
  readonly rows: number | null
  readonly start: number
  readonly end: number | null
  /** Where it ran; null where the server does not tell, which is the place of the tab then. */
  readonly place: Pick<EditorTab, 'dbId' | 'catalog' | 'schema'> | null
  readonly local: QueryRecord | null
}

/** The runs of this tab: those of this page, and older ones from the server. */
export function RunsView({ editor }: { editor: EditorTab }) {
  const t = useText()
  const queries = useEditor((state) => state.queries)
  const { data } = useQuery({
    queryKey: ['sql-editor', 'runs', editor.tabViewId, editor.latestQueryId],
    queryFn: () => savedApi.runsOfTab(String(editor.tabViewId)),
    enabled: editor.tabViewId !== null,
  })
  const lines = useMemo(() => {
    const known = queriesOfEditor(queries, editor.id)
    const ids = new Set(known.map((query) => query.id))
    const local = known.filter((query) => !query.isDataPreview)
    const older = (data?.result ?? []).filter((run) => !ids.has(run.client_id))
    return [...local.map(localLine), ...older.map(serverLine)].sort((a, b) => b.start - a.start)
  }, [queries, data, editor.id])
  if (lines.length === 0) return <EmptyState centred title={t('Nothing was run in this tab yet')} />
  return (
    <div className="sql-runs">
      <table className="tbl">
        <thead>
          <tr>
            <th>{t('State')}</th>
            <th>{t('Started')}</th>
            <th className="num">{t('Took')}</th>
            <th className="num">{t('Rows')}</th>
            <th>{t('SQL')}</th>
            <th>
              <span className="sr">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <RunRow key={line.id} line={line} editor={editor} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const localLine = (query: QueryRecord): RunLine => ({
  id: query.id,
  state: query.state,
  sql: query.sql,
  rows: query.rows,
  start: query.startDttm,
  end: query.endDttm,
  place: { dbId: query.dbId, catalog: query.catalog, schema: query.schema },
  local: query,
})

const serverLine = (run: Awaited<ReturnType<typeof savedApi.runsOfTab>>['result'][number]): RunLine => ({
  id: run.client_id,
  state: run.status,
  sql: run.sql,
  rows: run.rows,
  start: Number(run.start_time ?? 0),
  end: run.end_time === null ? null : Number(run.end_time),
  place: null,
  local: null,
})

function RunRow({ line, editor }: { line: RunLine; editor: EditorTab }) {
  const t = useText()
  const { local } = line
  const canRemove = line.id !== editor.latestQueryId && !isRunningLike(line.state)
  return (
    <tr>
      <td>
        <span className={`dot ${DOTS[line.state] ?? ''}`} aria-hidden="true" />{' '}
        {t(STATE_WORDS[line.state] ?? line.state)}
      </td>
      <td>{formatDateTime(line.start)}</td>
      <td className="num">{line.end === null ? '–' : formatDuration(Math.max(0, line.end - line.start))}</td>
      <td className="num">{line.rows === null ? '–' : formatCount(line.rows)}</td>
      <td className="sql-run-text mono" title={line.sql}>
        {line.sql.replace(/\s+/g, ' ').slice(0, 300)}
      </td>
      <td className="sql-run-actions">
        {local !== null && local.state === 'success' && (
          <Button size="sm" variant="ghost" onClick={() => showRun(editor, local)}>
            {t('Show rows')}
          </Button>
        )}
        <Button size="sm" variant="ghost" onClick={() => putStatement(line.sql)}>
          {t('Put into the editor')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => cloneRun(line, editor)}>
          {t('Run in a new tab')}
        </Button>
        {!canRemove && <span className="sql-run-latest" />}
        {canRemove && (
          <IconButton
            size="sm"
            label={t('Remove from the list')}
            icon={<IconTrash aria-hidden />}
            onClick={() => void remove(editor, line.id, t)}
          />
        )}
      </td>
    </tr>
  )
}

const DOTS: Readonly<Record<string, string>> = {
  success: 'ok',
  failed: 'd',
  timed_out: 'd',
  stopped: 'w',
  running: 'a',
}
const STATE_WORDS: Readonly<Record<string, string>> = {
  success: 'Success',
  failed: 'Failed',
  timed_out: 'Timed out',
  stopped: 'Stopped',
  running: 'Running',
  pending: 'Waiting',
  fetching: 'Fetching',
  scheduled: 'Scheduled',
  started: 'Started',
}

/** The same statement at the same place, in a tab of its own, which runs as soon as it is shown. */
const cloneRun = ({ sql, place }: RunLine, { name, dbId, catalog, schema }: EditorTab): void => {
  tabActions.add({ ...(place ?? { dbId, catalog, schema }), sql, name: copyName(name), autorun: true })
}

function showRun(editor: EditorTab, query: QueryRecord): void {
  tabActions.set(editor.id, { latestQueryId: query.id })
  showSouthTab(RESULTS)
}

async function remove(editor: EditorTab, id: string, t: ReturnType<typeof useText>): Promise<void> {
  try {
    if (editor.tabViewId !== null) await api.deleteTabQuery(editor.tabViewId, id)
    await queryClient.invalidateQueries({ queryKey: ['sql-editor', 'runs', editor.tabViewId] })
    change((state) => removeQuery(state, id))
  } catch {
    toast.danger(t('An error occurred while removing query. Try again.'))
  }
}
