import type { CSSProperties } from 'react'
import { lookOfTheme } from '../data/theme-look.ts'
import { Button } from '../ui/button.tsx'
import { Badge } from '../ui/marks.tsx'
import { useText } from '../ui/text.ts'
import styles from './themes.module.css'

const BARS = [62, 88, 45, 74, 96, 58]

/** What a theme looks like on both sides, contrast and all. */
export function ThemePreview({ json }: { json: string }) {
  const t = useText()
  const look = lookOfTheme(json, null)
  if (look === null) return null
  return (
    <div className={styles.previews}>
      {(['light', 'dark'] as const).map((side) => (
        <section
          key={side}
          className={styles.preview}
          data-theme={side}
          style={look[side].properties as CSSProperties}
          aria-label={side === 'light' ? t('Light') : t('Dark')}
        >
          <Sample bars={look[side].charts.cat} />
        </section>
      ))}
    </div>
  )
}

function Sample({ bars }: { bars: readonly string[] }) {
  const t = useText()
  return (
    <div className={styles.card}>
      <span className="t4 b">{t('Sales by region')}</span>
      <span className="c2">
        {t('Quiet text, and')} <span className="ca">{t('a link')}</span>
      </span>
      <div className={styles.bars} aria-hidden>
        {BARS.map((height, at) => (
          <i key={height} style={{ height: `${height}%`, background: bars[at] }} />
        ))}
      </div>
      <div className="row g2">
        <Badge tone="ok">{t('Done')}</Badge>
        <Badge tone="warn">{t('Late')}</Badge>
        <Badge tone="danger">{t('Failed')}</Badge>
      </div>
      <div className="row g2">
        <Button variant="primary">{t('Save')}</Button>
        <Button>{t('Cancel')}</Button>
      </div>
    </div>
  )
}
