import { IconDatabase, IconUsers } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Tag } from '../ui/marks.tsx'
import { useText } from '../ui/text.ts'
import styles from './session.module.css'

/** What can be done after the first sign-in. */
export function Paths() {
  const t = useText()
  return (
    <ul className={styles.paths} aria-label={t('What waits behind')}>
      <Path
        title={t('See a finished dashboard')}
        text={t('Flights, orders, earthquakes and more. Click a bar and watch the rest follow.')}
      >
        <LineSketch />
      </Path>
      <Path
        title={t('Write a query')}
        text={t('Completion knows tables, aliases and joins. Each statement gets its own result.')}
      >
        <QuerySketch />
      </Path>
      <Path
        title={t('Connect a database')}
        text={t('DuckDB files below a folder that you allow are read where they are.')}
      >
        <IconDatabase className="l c3" aria-hidden />
        <Tag>.duckdb</Tag>
      </Path>
      <Path title={t('Work with others')} text={t('Roles decide who sees which data. Add people under Users.')}>
        <IconUsers className="l c3" aria-hidden />
        <Tag>Admin</Tag>
        <Tag>Alpha</Tag>
        <Tag>Gamma</Tag>
      </Path>
    </ul>
  )
}

function Path({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <li className={`card ${styles.path}`}>
      <div className={styles.preview}>{children}</div>
      <h2>{title}</h2>
      <p>{text}</p>
    </li>
  )
}

const LineSketch = () => (
  <svg viewBox="0 0 400 88" width="100%" height="88" preserveAspectRatio="none" fill="none" aria-hidden="true">
    <path d="M0 10H400M0 36H400M0 62H400" stroke="var(--chart-grid)" />
    <path d="M0 86H400" stroke="var(--chart-axis)" />
    <path d="M0 40L32 20 64 26 128 22 160 14 224 26 288 44 320 38 400 20" stroke="var(--cat-1)" strokeWidth="1.75" />
    <path d="M0 48L32 38 64 40 128 34 192 40 256 52 320 50 400 42" stroke="var(--cat-2)" strokeWidth="1.75" />
    <path d="M0 60L64 52 128 56 192 54 256 64 320 68 400 60" stroke="var(--cat-3)" strokeWidth="1.75" />
  </svg>
)

const QuerySketch = () => (
  <code className={`code ${styles.sketch}`} aria-hidden="true">
    <span className="kw">select</span> carrier, <span className="fn">avg</span>(delay){'\n'}
    <span className="kw">from</span> flights{'\n'}
    <span className="kw">group by</span> carrier
  </code>
)
