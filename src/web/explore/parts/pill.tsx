import { IconX } from '@tabler/icons-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'

interface PillProps extends Omit<ComponentProps<'button'>, 'onSelect'> {
  readonly sign: string
  /** Of the sign, where that stands for a colour. */
  readonly signColor?: string | undefined
  readonly label: string
  readonly detail?: ReactNode
  readonly bad?: boolean
  onRemove(): void
  /** Moves it one place up or down in its list. */
  onMove?: ((step: -1 | 1) => void) | undefined
}

/** Something chosen: a press opens it, Delete removes it, Alt and an arrow move it. */
export function Pill({ sign, signColor, label, detail, bad, onRemove, onMove, ...button }: PillProps) {
  const t = useText()
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault()
      removeFrom(event.currentTarget, onRemove)
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (event.altKey && step !== undefined && onMove) {
      event.preventDefault()
      onMove(step)
    }
  }
  return (
    <span className={classNames(styles.pill, bad && styles.bad)}>
      <button
        type="button"
        className={styles.pillMain}
        onKeyDown={handleKey}
        data-tip={label.length > 26 ? label : undefined}
        {...button}
      >
        <span className={styles.sign} style={{ color: signColor }} aria-hidden>
          {sign}
        </span>
        <span className="ell grow">{label}</span>
        {detail && <span className="c3">{detail}</span>}
      </button>
      <button
        type="button"
        className={styles.pillRemove}
        aria-label={t('Remove {{name}}', { name: label })}
        onClick={({ currentTarget }) => removeFrom(currentTarget, onRemove)}
      >
        <IconX className="s" aria-hidden />
      </button>
    </span>
  )
}

/** What comes to the place of the pill has the keyboard when the pill is gone. */
function removeFrom(button: HTMLElement, remove: () => void): void {
  const control = button.closest(`.${styles.control}`)
  const places = () => [...(control?.querySelectorAll<HTMLElement>(`.${styles.pillMain}, .${styles.drop}`) ?? [])]
  const at = places().findIndex((place) => place.parentElement === button.parentElement)
  remove()
  requestAnimationFrame(() => {
    const left = places()
    if (document.activeElement === document.body) left.at(Math.min(at, left.length - 1))?.focus()
  })
}
