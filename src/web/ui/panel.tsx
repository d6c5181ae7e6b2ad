import type { ReactNode } from 'react'
import { ErrorBoundary } from './states.tsx'

interface PanelProps {
  title: ReactNode
  /** Small words after the title: a unit, a count. */
  detail?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
  /** A new value forgets a failure inside. */
  resetKey?: unknown
}

/** A titled area whose failure stays inside. */
export function Panel({ title, detail, actions, className = '', children, resetKey }: PanelProps) {
  return (
    <section className={`tile ${className}`}>
      <header className="th">
        <h3>{title}</h3>
        {detail && <span className="u">{detail}</span>}
        <span className="grow" />
        {actions}
      </header>
      <div className="tb">
        <ErrorBoundary resetKey={resetKey}>{children}</ErrorBoundary>
      </div>
    </section>
  )
}
