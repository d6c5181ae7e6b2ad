import type { ReactNode } from 'react'
import { usePageTitle } from './page-title.ts'
import { Link } from './router.tsx'

export interface Crumb {
  readonly label: string
  readonly to: string
}

interface PageHeaderProps {
  title: ReactNode
  /** Shown small after the title. */
  count?: number | string | undefined
  crumbs?: readonly Crumb[]
  /** After the title, before the free space. */
  children?: ReactNode
  /** At the right; one primary at most, last. */
  actions?: ReactNode
}

/** The 44 px bar over a screen. */
export function PageHeader({ title, count, crumbs = [], children, actions }: PageHeaderProps) {
  usePageTitle(typeof title === 'string' ? title : null)
  return (
    <header className="bar">
      {crumbs.map((crumb) => (
        <Link key={crumb.to} className="crumb" to={crumb.to}>
          {crumb.label}
        </Link>
      ))}
      <h1 className="ell">{title}</h1>
      {count !== undefined && <span className="c3">{count}</span>}
      {children}
      <span className="grow" />
      {actions}
    </header>
  )
}
