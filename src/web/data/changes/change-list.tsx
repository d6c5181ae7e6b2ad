import { useText } from '../../ui/text.ts'
import styles from './changes.module.css'
import { LineCompare } from './line-compare.tsx'

export interface ShownChange {
  readonly label: string
  readonly before: unknown
  readonly after: unknown
}

/** Changes one below the other: texts of several lines line by line, other values side by side. */
export function ChangeList({ changes }: { changes: readonly ShownChange[] }) {
  return (
    <ul className={styles.list}>
      {changes.map((change) => (
        <li key={change.label} className={styles.change}>
          <span className="b">{change.label}</span>
          {isLong(change.before) || isLong(change.after) ? (
            <LineCompare before={textOf(change.before)} after={textOf(change.after)} />
          ) : (
            <Values {...change} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Values({ before, after }: ShownChange) {
  const t = useText()
  const value = (each: unknown) =>
    each === null || each === '' ? <span className="c3">{t('Nothing')}</span> : textOf(each)
  return (
    <div className={styles.values}>
      <div className={`${styles.value} ${styles.before}`}>
        <span className="sr">{t('Before')}: </span>
        {value(before)}
      </div>
      <div className={`${styles.value} ${styles.after}`}>
        <span className="sr">{t('After')}: </span>
        {value(after)}
      </div>
    </div>
  )
}

const isLong = (value: unknown) => typeof value === 'string' && value.includes('\n')

function textOf(value: unknown): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 1)
}
