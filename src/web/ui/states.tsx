import { IconAlertCircle, IconLock } from '@tabler/icons-react'
import { Component, type ReactNode, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { usePageTitle } from './page-title.ts'
import { text, useText } from './text.ts'

interface StateProps {
  title: ReactNode
  children?: ReactNode
  icon?: ReactNode
  /** The one button that helps. */
  action?: ReactNode
  tone?: 'danger'
  /** In the middle of a page instead of at the left of a panel. */
  centred?: boolean
  /** Stands for a whole page, so that its title is the heading. */
  isPage?: boolean
}

/** The shape of every state: what, why, next step. */
export function StateMessage({ title, children, icon, action, tone, centred, isPage = false }: StateProps) {
  const Title = isPage ? 'h1' : 'strong'
  usePageTitle(isPage && typeof title === 'string' ? title : null)
  return (
    <div className={classNames('state', tone === 'danger' && 'd', centred && 'state-centred')}>
      {icon}
      <Title className="b">{title}</Title>
      {children && <div className="c2">{children}</div>}
      {action && <div className="row g2">{action}</div>}
    </div>
  )
}

export const EmptyState = (props: Omit<StateProps, 'tone'>) => <StateMessage {...props} />

interface FailedStateProps {
  title: ReactNode
  /** Why, in words. */
  children?: ReactNode
  onRetry?: (() => void) | undefined
  /** The raw message, SQL or request id, behind "Details". */
  details?: string | undefined
  action?: ReactNode
  centred?: boolean
  isPage?: boolean
}

export function FailedState(props: FailedStateProps) {
  const { title, children, onRetry, details, action, centred = false, isPage = false } = props
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <div role="alert" className="failed col grow">
      <StateMessage
        tone="danger"
        centred={centred}
        isPage={isPage}
        icon={<IconAlertCircle aria-hidden />}
        title={title}
        action={
          <>
            {onRetry && (
              <Button size="sm" onClick={onRetry}>
                {t('Retry')}
              </Button>
            )}
            {action}
            {details && (
              <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
                {t('Details')}
              </Button>
            )}
          </>
        }
      >
        {(children || isOpen) && (
          <>
            {children}
            {isOpen && <pre className="code details">{details}</pre>}
          </>
        )}
      </StateMessage>
    </div>
  )
}

/** Says who can give the access. */
export const NoAccessState = ({ title, children, action, centred = false }: Omit<StateProps, 'icon' | 'tone'>) => (
  <StateMessage title={title} action={action} centred={centred} icon={<IconLock aria-hidden />}>
    {children}
  </StateMessage>
)

interface BoundaryProps {
  children: ReactNode
  /** What stopped working: "This panel". */
  title?: string
  fallback?: (error: Error, reset: () => void) => ReactNode
  /** A new value forgets the failure. */
  resetKey?: unknown
}

/** Keeps a failure inside the panel; neighbours go on. */
export class ErrorBoundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.reset()
  }

  override render(): ReactNode {
    const { error } = this.state
    if (!error) return this.props.children
    if (this.props.fallback) return this.props.fallback(error, this.reset)
    return (
      <FailedState
        title={this.props.title ?? text('This panel stopped working')}
        onRetry={this.reset}
        details={String(error.stack)}
      >
        {text('Unexpected error: {{error}}', { error: error.message })}
      </FailedState>
    )
  }

  private readonly reset = () => this.setState({ error: null })
}
