import './quick-chart.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChart } from '../../../data/chart-data.ts'
import { ChartView } from '../../../data/chart-view.tsx'
import { Button } from '../../../ui/button.tsx'
import { useNavigate } from '../../../ui/router.tsx'
import { EmptyState, FailedState } from '../../../ui/states.tsx'
import { useText } from '../../../ui/text.ts'
import { firstChoice, isWhole, quickForm } from '../../model/quick-chart.ts'
import type { EditorTab, QueryRecord } from '../../model/state.ts'
import { shownStatement, statementResults } from '../../model/statement-results.ts'
import { savedApi } from '../../saved-api.ts'
import { useView } from '../../view-store.ts'
import { QueryView } from '../query-view.tsx'
import { ChoiceFields } from './choice-fields.tsx'

interface QuickChartProps {
  readonly editor: EditorTab
  readonly query: QueryRecord
}

/** A chart of the statement whose result is shown, made by picking, in the place of its rows; where it has none, what became of it. */
export function QuickChart({ editor, query }: QuickChartProps) {
  const chosen = useView((state) => state.shownStatements[query.id])
  const results = statementResults(query)
  const result = results[chosen ?? shownStatement(results)] ?? results[0]
  const isCharted = result?.state === 'success' && result.columns.length > 0
  if (!isCharted) return <QueryView editor={editor} query={query} />
  const sql = result.sql.replace(/;\s*$/, '')
  return <ChartOfSql key={`${query.dbId} ${query.schema} ${sql}`} editor={editor} query={query} sql={sql} />
}

/** The database is asked for the chart, so it needs the statement as a dataset; that one is in no list. */
function useTemporaryDataset({ name, templateParams }: EditorTab, query: QueryRecord, sql: string) {
  const { dbId: database, catalog, schema } = query
  return useQuery({
    queryKey: ['sql-editor', 'quick-chart', database, catalog, schema, sql, templateParams],
    queryFn: async () => {
      const place = { database, catalog, schema, sql, table_name: name, is_temporary: true }
      const { id } = await savedApi.createDataset({
        ...place,
        ...(templateParams === null ? {} : { template_params: templateParams }),
      })
      return { id, columns: await savedApi.readColumns(id) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

function ChartOfSql({ editor, query, sql }: QuickChartProps & { readonly sql: string }) {
  const t = useText()
  const { data, error, refetch } = useTemporaryDataset(editor, query, sql)
  if (error !== null)
    return (
      <FailedState centred title={t('The chart could not be made')} onRetry={() => void refetch()}>
        {error.message}
      </FailedState>
    )
  return data === undefined ? <div className="sql-quick" aria-busy="true" /> : <Picked {...data} title={editor.name} />
}

interface PickedProps extends NonNullable<ReturnType<typeof useTemporaryDataset>['data']> {
  readonly title: string
}

function Picked({ id, columns, title }: PickedProps) {
  const t = useText()
  const navigate = useNavigate()
  const [choice, setChoice] = useState(() => firstChoice(columns))
  const formData = quickForm(id, choice)
  const { state, annotations, refresh, stop } = useChart({ formData, enabled: isWhole(choice) })
  const address = `/explore/?form_data=${encodeURIComponent(JSON.stringify(formData))}`
  return (
    <div className="sql-quick">
      <div className="sql-quick-fields">
        <ChoiceFields columns={columns} choice={choice} onChange={setChoice} />
        <Button onClick={() => void navigate(address)}>{t('Open in Explore')}</Button>
      </div>
      <section className="sql-quick-plot" aria-label={t('Chart')}>
        {isWhole(choice) ? (
          <ChartView
            formData={formData}
            state={state}
            annotations={annotations}
            title={title}
            onRetry={() => refresh()}
            onStop={stop}
          />
        ) : (
          <EmptyState centred title={t('Pick a column to see the chart')} />
        )}
      </section>
    </div>
  )
}
