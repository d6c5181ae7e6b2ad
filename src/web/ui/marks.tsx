import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { comboLabel } from './key-combo.ts'
import { isMac } from './platform.ts'

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger'
const TONE = { neutral: '', accent: 'a', ok: 'ok', warn: 'w', danger: 'd' } as const

export const Badge = ({ tone = 'neutral', icon, children }: { tone?: Tone; icon?: ReactNode; children: ReactNode }) => (
  <span className={classNames('badge', TONE[tone])}>
    {icon}
    {children}
  </span>
)

export const Tag = ({ icon, children }: { icon?: ReactNode; children: ReactNode }) => (
  <span className="tag">
    {icon}
    {children}
  </span>
)

interface ChipProps {
  /** What it is about, before the value. */
  name?: ReactNode
  children: ReactNode
  active?: boolean
  bad?: boolean
  dashed?: boolean
  onClick?: () => void
  onRemove?: () => void
  /** Says what removing does: "Clear Origin". */
  removeLabel?: string
}

export function Chip({ name, children, active, bad, dashed, onClick, onRemove, removeLabel }: ChipProps) {
  const look = classNames('chip', active && 'on', bad && 'bad', dashed && 'dash')
  return (
    <span className={look}>
      <button type="button" className="chip-body" onClick={onClick} disabled={!onClick}>
        {name && <span className="k">{name}</span>}
        <span className="v">{children}</span>
      </button>
      {onRemove && (
        <button type="button" className="x" aria-label={removeLabel} data-tip={removeLabel} onClick={onRemove}>
          <IconX className="s" aria-hidden />
        </button>
      )}
    </span>
  )
}

/** Keys as shown: <Kbd keys="Mod+K" />. */
export const Kbd = ({ keys }: { keys: string }) => <kbd className="kbd">{comboLabel(keys, isMac)}</kbd>

export function Avatar({ name, size = 'md' }: { name: string; size?: 'md' | 'lg' }) {
  const letters = name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => [...word][0]?.toUpperCase())
  return (
    <span className={classNames('av', size === 'lg' && 'l')} role="img" aria-label={name} data-tip={name}>
      {letters.slice(0, 2).join('')}
    </span>
  )
}

export const Dot = ({ tone = 'neutral' }: { tone?: Tone }) => (
  <span className={classNames('dot', TONE[tone])} aria-hidden="true" />
)

/** The mark of the product; takes the text colour around it. */
export const Mark = ({ size = 22 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" className="mark">
    <path className="m" d="M2.5 10.25a6 6 0 0 1 12 0z" />
    <path d="M9.5 13.75a6 6 0 0 0 12 0z" fill="currentColor" />
    <path d="M.75 12h22.5" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
  </svg>
)
