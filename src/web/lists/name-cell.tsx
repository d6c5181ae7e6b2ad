import type { ReactNode } from 'react'
import { Link } from '../ui/router.tsx'

/** The first column: what the row is, as a link, with its star. */
export function NameCell({ to, star, children }: { to: string | null; star: ReactNode; children: ReactNode }) {
  return (
    <span className="row g2 name-cell">
      {to ? (
        <Link to={to} className="ell row g2">
          {children}
        </Link>
      ) : (
        <span className="ell row g2">{children}</span>
      )}
      {star}
    </span>
  )
}
