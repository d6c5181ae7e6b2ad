import { type ComparedLine, lineChanges } from '../../../kernel/line-changes.ts'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import styles from './changes.module.css'

const SIGN = { same: ' ', removed: '−', added: '+' } as const

/** Two texts as one, line by line: what went, what came, what stayed. */
export function LineCompare({ before, after }: { before: string; after: string }) {
  const t = useText()
  const words = { same: '', removed: t('Removed'), added: t('Added') }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className={styles.lines} tabIndex={0} aria-label={t('Changed lines')}>
      {numbered(lineChanges(before, after)).map(({ kind, text, at }) => (
        <div key={at} className={classNames(styles.line, kind !== 'same' && styles[kind])}>
          <span>
            <span aria-hidden>{SIGN[kind]}</span>
            {kind !== 'same' && <span className="sr">{words[kind]}</span>}
          </span>
          <span>{text}</span>
        </div>
      ))}
    </section>
  )
}

const numbered = (lines: readonly ComparedLine[]) => lines.map((line, at) => ({ ...line, at }))
