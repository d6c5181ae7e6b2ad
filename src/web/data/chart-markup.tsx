import { useText } from '../ui/text.ts'
import styles from './chart-markup.module.css'
import { SafeMarkup } from './safe-markup.tsx'

interface ChartMarkupProps {
  readonly html: string
  readonly isWhole: boolean
  readonly label: string
}

/** What a template makes of rows. Scrolls where it is longer than its place. */
export function ChartMarkup({ html, isWhole, label }: ChartMarkupProps) {
  const t = useText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.markup} aria-label={label} tabIndex={0}>
      <SafeMarkup code={html} isHtml />
      {!isWhole && <p className={styles.note}>{t('The rest is left out: there is too much of it')}</p>}
    </section>
  )
}
