import { IconCopy, IconPlayerPlay } from '@tabler/icons-react'
import { safeLink } from '../../../kernel/safe-link.ts'
import { Button } from '../../ui/button.tsx'
import { useText } from '../../ui/text.ts'
import { copyText } from '../commands.ts'
import { type ErrorPlace, errorPlace, placeInTab } from '../model/error-place.ts'
import {
  connectionCheck,
  failureTitle,
  isOfConnection,
  issueTexts,
  missingParameters,
  plainMessage,
  stackTrace,
} from '../model/failure-texts.ts'
import type { EditorTab, QueryRecord } from '../model/state.ts'
import type { StatementResult } from '../model/statement-results.ts'
import { useEditor } from '../store.ts'
import { goTo, openDialog } from '../view-store.ts'
import { runAgain } from './previews.ts'

interface FailedViewProps {
  readonly editor: EditorTab
  readonly query: QueryRecord
  readonly result: StatementResult
}

/** What happened, why, where, and the next step. */
export function FailedView({ editor, query, result }: FailedViewProps) {
  const t = useText()
  const error = result.error ?? query.errors[0] ?? null
  const message = error?.message || query.errorMessage || t('Unknown error')
  const place = errorPlace({ ...query, errors: error === null ? [] : [error] })
  const parameters = error === null ? [] : missingParameters(error)
  const trace = error === null ? null : stackTrace(error)
  return (
    <div className="sql-failed" role="alert">
      <h2>
        {t(failureTitle(error?.error_type ?? (result.state === 'timed_out' ? 'SQLLAB_TIMEOUT_ERROR' : null), error))}
      </h2>
      <p className="sql-failed-message">{t(plainMessage(message))}</p>
      {otherMessages(query, message).map((other) => (
        <p key={other} className="sql-failed-message">
          {plainMessage(other)}
        </p>
      ))}
      {error !== null && <ConnectionHint errorType={error.error_type} dbId={query.dbId} />}
      {error !== null && <Issues texts={issueTexts(error)} />}
      {place !== null && <PlaceButton editor={editor} query={query} place={place} />}
      {parameters.length > 0 && (
        <p className="row g2">
          {t('Missing: {{names}}', { names: parameters.join(', ') })}
          <Button size="sm" onClick={() => openDialog({ kind: 'templateParams' })}>
            {t('Set parameters')}
          </Button>
        </p>
      )}
      <div className="row g2">
        <Button icon={<IconPlayerPlay aria-hidden />} onClick={() => runAgain(query)}>
          {t('Run again')}
        </Button>
        <Button
          variant="ghost"
          icon={<IconCopy aria-hidden />}
          onClick={() => void copyText(`${message}\n\n${query.sql}`)}
        >
          {t('Copy error and SQL')}
        </Button>
        <RequestAccess link={query.link} />
      </div>
      <Details message={message} trace={trace} />
    </div>
  )
}

/** What else the run's failure says; a run of several statements tells of each at its own place. */
function otherMessages(query: QueryRecord, shown: string): readonly string[] {
  const messages = query.errors.map((error) => error.message)
  return messages.includes(shown) ? [...new Set(messages)].filter((message) => message !== shown) : []
}

/** What is not said yet: the whole message, and the trace of the server. */
function Details({ message, trace }: { message: string; trace: string | null }) {
  const t = useText()
  if (trace === null && message === plainMessage(message)) return null
  return (
    <details>
      <summary>{t('Details')}</summary>
      <pre className="code">{message}</pre>
      {trace !== null && <pre className="code">{trace}</pre>}
    </details>
  )
}

/** Which connection it was, and what to look at. */
function ConnectionHint({ errorType, dbId }: { errorType: string; dbId: number | null }) {
  const t = useText()
  const name = useEditor((state) => (dbId === null ? undefined : state.databases[dbId]?.database_name))
  if (!isOfConnection(errorType)) return null
  return (
    <p>
      {name !== undefined && `${t('Connection: {{name}}', { name })}. `}
      {t(connectionCheck(errorType))}
    </p>
  )
}

function Issues({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <ul className="c3 t1">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

function RequestAccess({ link }: { link: string | null }) {
  const t = useText()
  const href = link === null ? null : safeLink(link)
  if (href === null) return null
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {t('Request access')}
    </a>
  )
}

function PlaceButton({ editor, query, place }: { editor: EditorTab; query: QueryRecord; place: ErrorPlace }) {
  const t = useText()
  const from = query.sqlFrom ?? 0
  const isStillThere = editor.sql.slice(from, from + query.sql.length) === query.sql
  const shown = isStillThere ? placeInTab(place, editor.sql, from) : place
  const line = query.sql.split('\n')[place.line - 1] ?? ''
  return (
    <button
      type="button"
      className="sql-place"
      disabled={!isStillThere}
      title={t('Go to the place in the text')}
      onClick={() => goTo(shown.from, shown.to)}
    >
      <span className="t1 c3">{t('Line {{line}}, column {{column}}', { line: shown.line, column: shown.column })}</span>
      <span className="code">
        {line}
        {'\n'}
        <span className="cd">{`${' '.repeat(Math.max(0, place.column - 1))}${'^'.repeat(Math.max(1, place.to - place.from))}`}</span>
      </span>
    </button>
  )
}
