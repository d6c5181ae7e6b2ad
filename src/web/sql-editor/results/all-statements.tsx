import { useText } from '../../ui/text.ts'
import { plainMessage } from '../model/failure-texts.ts'
import type { QueryRecord } from '../model/state.ts'
import type { StatementResult } from '../model/statement-results.ts'
import { showStatement } from '../view-store.ts'
import { StatementMark, statementNote } from './statement-tabs.tsx'

interface AllStatementsProps {
  readonly query: QueryRecord
  readonly results: readonly StatementResult[]
}

/** Every statement of a run with what became of it. */
export function AllStatements({ query, results }: AllStatementsProps) {
  const t = useText()
  return (
    <div className="sql-runs">
      <table className="tbl lg">
        <thead>
          <tr>
            <th className="num">#</th>
            <th>{t('State')}</th>
            <th>{t('SQL')}</th>
            <th>{t('Result')}</th>
          </tr>
        </thead>
        <tbody>
          {results.map((result, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a statement is its place in the run
            <tr key={place}>
              <td className="num">{place + 1}</td>
              <td>
                <span className="row g1">
                  <StatementMark result={result} />
                  {statementNote(result, t)}
                </span>
              </td>
              <td className="sql-run-text mono">
                <button type="button" className="sql-link ell" onClick={() => showStatement(query.id, place)}>
                  {result.sql.replace(/\s+/g, ' ').slice(0, 300)}
                </button>
              </td>
              <td className="ell sql-outcome">{result.error === null ? '' : plainMessage(result.error.message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
