import { useQuery } from '@tanstack/react-query'
import type { Cell } from '../../ui/grid/cell.ts'
import { MiniHistogram } from '../../ui/grid/mini-histogram.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { api } from '../api.ts'
import { bucketsOf, figuresSql, histogramSql, wholeSql } from '../model/figures-sql.ts'
import type { QueryRecord } from '../model/state.ts'
import { freshId } from '../store.ts'
import { FigureList } from './figure-list.tsx'
import { quoteOf } from './quoting.ts'

interface WholeFiguresProps {
  readonly query: QueryRecord
  readonly column: { readonly name: string; readonly kind: string }
}

/** Figures of a column of a table, asked of the database: the rows here are only the first of it. */
export function WholeFigures({ query, column }: WholeFiguresProps) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['sql-editor', 'figures', query.dbId, query.catalog, query.schema, query.sql, column.name],
    queryFn: () => askFigures(query, column),
  })
  if (error !== null) {
    return (
      <FailedState title={t('The figures could not be read')} onRetry={() => void refetch()}>
        {error.message}
      </FailedState>
    )
  }
  if (data === undefined) return <p className="t1 c3">{t('Asking the database')}</p>
  const { rows, present, histogram } = data
  return (
    <>
      <p className="t1 c3">{t('From the one row|From all {{count}} rows', { count: rows })}</p>
      {histogram.length > 1 && (
        <MiniHistogram
          counts={histogram}
          height={56}
          label={t('Distribution of {{column}}', { column: column.name })}
        />
      )}
      <FigureList
        rows={rows}
        nulls={rows - present}
        figures={[
          [t('Distinct'), data.distinct],
          [t('Min'), data.low],
          [t('Max'), data.high],
        ]}
      />
    </>
  )
}

async function askFigures(query: QueryRecord, { name, kind }: WholeFiguresProps['column']) {
  const quote = quoteOf(query.dbId)
  const sql = wholeSql(query.sql)
  const [figures = {}] = await ask(query, figuresSql(sql, quote(name)))
  const textOf = (key: string) => (figures[key] === null || figures[key] === undefined ? null : String(figures[key]))
  const [low, high] = [textOf('low'), textOf('high')]
  const counts = kind === 'number' ? histogramSql(sql, quote(name), Number(low), Number(high)) : null
  const histogram = counts === null ? [] : bucketsOf(await ask(query, counts))
  const numberOf = (key: string) => Number(figures[key] ?? 0)
  const distinct = String(numberOf('different'))
  return { rows: numberOf('total'), present: numberOf('present'), distinct, low, high, histogram }
}

/** The rows of a short statement, run as the user would run it. */
async function ask(query: QueryRecord, sql: string): Promise<readonly Readonly<Record<string, Cell>>[]> {
  const answer = await api.execute(
    {
      client_id: freshId(),
      database_id: query.dbId ?? 0,
      runAsync: false,
      catalog: query.catalog,
      schema: query.schema,
      sql,
      sql_editor_id: query.sqlEditorId,
      tab: query.tab,
      tmp_table_name: '',
      select_as_cta: false,
      ctas_method: 'TABLE',
      templateParams: null,
      queryLimit: 100,
      expand_data: false,
    },
    '',
  )
  return answer.data ?? []
}
