import { useText } from '../../ui/text.ts'
import type { QueryRecord } from '../model/state.ts'
import { type StatementResult, shownStatement, statementResults } from '../model/statement-results.ts'
import { ALL_STATEMENTS, showStatement, useView } from '../view-store.ts'
import { RESULTS, showSouthTab, TabButton } from './result-tab.tsx'

/** A tab for each statement of the run; the user's choice stays until the next run. */
export function StatementTabs({ query, isShown }: { query: QueryRecord | null; isShown: boolean }) {
  const t = useText()
  const chosen = useView((state) => (query === null ? undefined : state.shownStatements[query.id]))
  if (query === null) {
    return (
      <TabButton isShown={isShown} onShow={() => showSouthTab(RESULTS)}>
        {t('Results')}
      </TabButton>
    )
  }
  const results = statementResults(query)
  const current = chosen ?? shownStatement(results)
  const choose = (place: number) => {
    showSouthTab(RESULTS)
    showStatement(query.id, place)
  }
  const tabs = results.map((result, place) => (
    <TabButton
      // biome-ignore lint/suspicious/noArrayIndexKey: a statement is its place in the run
      key={place}
      isShown={isShown && place === current}
      onShow={() => choose(place)}
    >
      <StatementMark result={result} />
      <span className="ell sql-tab-label" title={result.label}>
        {place + 1} {result.label}
      </span>
      <span className="c3 sql-light">{statementNote(result, t)}</span>
    </TabButton>
  ))
  return (
    <>
      {results.length > 1 && (
        <TabButton isShown={isShown && current === ALL_STATEMENTS} onShow={() => choose(ALL_STATEMENTS)}>
          {t('All statements')}
        </TabButton>
      )}
      {tabs}
    </>
  )
}

export function statementNote(result: StatementResult, t: ReturnType<typeof useText>): string {
  switch (result.state) {
    case 'failed':
      return t('failed')
    case 'timed_out':
      return t('timed out')
    case 'stopped':
      return t('stopped')
    case 'success':
      return result.rows === null ? t('done') : rowsText(result.rows, t)
    case 'running':
    case 'started':
    case 'fetching':
      return result.rows === null ? t('running') : rowsText(result.rows, t)
    case 'pending':
    case 'scheduled':
      return t('waiting')
  }
}

export const rowsText = (rows: number, t: ReturnType<typeof useText>): string =>
  t('{{count}} row|{{count}} rows', { count: rows })

export function StatementMark({ result }: { result: StatementResult }) {
  if (result.state === 'failed' || result.state === 'timed_out') return <span className="dot d" aria-hidden="true" />
  if (result.state === 'success') return <span className="dot ok" aria-hidden="true" />
  if (result.state === 'running' || result.state === 'fetching')
    return <span className="ring sql-ring" aria-hidden="true" />
  return <span className="dot" aria-hidden="true" />
}
