import { useText } from '../../ui/text.ts'
import { copyText } from '../commands.ts'
import type { QueryRecord } from '../model/state.ts'
import type { StatementResult } from '../model/statement-results.ts'
import { ResultBar } from './result-bar.tsx'
import type { ResultTable } from './use-result-table.ts'

interface PlanViewProps {
  readonly query: QueryRecord
  readonly result: StatementResult
  readonly table: ResultTable
  readonly plan: string
}

/** The plan that a database drew of a statement. */
export function PlanView({ query, result, table, plan }: PlanViewProps) {
  const t = useText()
  return (
    <section className="sql-plan" aria-label={t('Plan of the statement')}>
      <ResultBar query={query} result={result} table={table} onCopy={() => void copyText(plan)} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <pre tabIndex={0}>{plan}</pre>
    </section>
  )
}
