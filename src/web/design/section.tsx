import type { ReactNode } from 'react'
import styles from './design.module.css'

/** One group of parts on the page. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section className={styles.section} aria-label={title}>
      <header className="row g3">
        <h2>{title}</h2>
        {hint && <p className="c3 t1">{hint}</p>}
      </header>
      {children}
    </section>
  )
}
