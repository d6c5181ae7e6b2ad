import { IconPlayerStop, IconTable } from '@tabler/icons-react'
import { useMemo } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Skeleton, useSlow } from '../../ui/progress.tsx'
import { EmptyState, StateMessage } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { runActive } from '../commands.ts'
import { isRunningLike } from '../model/queries.ts'
import type { EditorTab, QueryRecord } from '../model/state.ts'
import { type StatementResult, shownStatement, statementResults } from '../model/statement-results.ts'
import { inlineRows, storedRows } from '../result-rows.ts'
import { ALL_STATEMENTS, useView } from '../view-store.ts'
import { whyNot } from '../why-not.ts'
import { AllStatements } from './all-statements.tsx'
import { FailedView } from './failed-view.tsx'
import { openPreview, runAgain } from './previews.ts'
import { ResultView } from './result-view.tsx'

/** What became of the chosen statement of a run. */
export function QueryView({ editor, query }: { editor: EditorTab; query: QueryRecord | null }) {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  const chosen = useView((state) => (query === null ? undefined : state.shownStatements[query.id]))
  const results = useMemo(() => (query === null ? [] : statementResults(query)), [query])
  if (query === null) {
    return (
      <EmptyState
        centred
        title={isPhone ? t('Nothing was run in this tab yet') : t('Run a query to see its rows here')}
        action={
          !isPhone && (
            <Button disabledReason={whyNot(editor, t)} onClick={() => runActive('statement')}>
              {t('Run statement')}
            </Button>
          )
        }
      />
    )
  }
  if (chosen === ALL_STATEMENTS) return <AllStatements query={query} results={results} />
  const result = results[chosen ?? shownStatement(results)] ?? results[0]
  return result === undefined ? null : <StatementView editor={editor} query={query} result={result} />
}

interface StatementViewProps {
  readonly editor: EditorTab
  readonly query: QueryRecord
  readonly result: StatementResult
}

function StatementView({ editor, query, result }: StatementViewProps) {
  const t = useText()
  if (result.state === 'failed' || result.state === 'timed_out') {
    return <FailedView editor={editor} query={query} result={result} />
  }
  if (query.ctas && query.tempTable !== null && result.state === 'success')
    return <Created editor={editor} query={query} />
  if (result.resultsKey !== null) {
    return <ResultView key={result.resultsKey} query={query} result={result} source={storedRows(result.resultsKey)} />
  }
  if (query.results !== null && query.results.data.length > 0) {
    return <ResultView key={query.id} query={query} result={result} source={inlineRows(query)} />
  }
  if (isRunningLike(result.state)) return <Waiting />
  if (query.state === 'stopped' || result.state === 'stopped') return <Stopped query={query} />
  if (result.columns.length === 0) return <EmptyState centred title={t('The statement is done. It returns no rows.')} />
  return (
    <EmptyState
      centred
      title={t('No stored results found, you need to re-run')}
      action={<Button onClick={() => runAgain(query)}>{t('Run again')}</Button>}
    />
  )
}

function Waiting() {
  const isSlow = useSlow(true)
  return <div className="sql-wait">{isSlow && <Skeleton lines={6} />}</div>
}

function Stopped({ query }: { query: QueryRecord }) {
  const t = useText()
  return (
    <StateMessage
      centred
      icon={<IconPlayerStop aria-hidden />}
      title={t('Query was stopped.')}
      action={<Button onClick={() => runAgain(query)}>{t('Run again')}</Button>}
    >
      {query.endDttm !== null && t('Stopped at {{time}}', { time: formatDateTime(query.endDttm) })}
    </StateMessage>
  )
}

function Created({ editor, query }: { editor: EditorTab; query: QueryRecord }) {
  const t = useText()
  const { tempTable, tempSchema, dbId, catalog } = query
  const schema = tempSchema || query.schema
  const name = [tempSchema, tempTable].filter((part) => part !== null && part !== '').join('.')
  return (
    <EmptyState
      centred
      title={t('{{name}} was created', { name })}
      action={
        tempTable !== null &&
        schema !== null && (
          <Button
            icon={<IconTable aria-hidden />}
            onClick={() => void openPreview({ id: editor.id, dbId, catalog, schema }, schema, tempTable)}
          >
            {t('Preview data')}
          </Button>
        )
      }
    />
  )
}
