import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Ring } from './progress.tsx'
import { Link } from './router.tsx'

export type ButtonVariant = 'default' | 'primary' | 'ghost' | 'danger' | 'danger-solid'
export type ControlSize = 'sm' | 'md' | 'lg'

const VARIANT = { default: '', primary: 'p', ghost: 'g', danger: 'd', 'danger-solid': 'dp' } as const
const SIZE = { sm: 'sm', md: '', lg: 'lg' } as const

interface Looks {
  variant?: ButtonVariant
  size?: ControlSize
  /** Pressed state of a toggle. */
  active?: boolean
}

export interface ButtonProps extends Looks, ComponentProps<'button'> {
  icon?: ReactNode
  rightIcon?: ReactNode
  loading?: boolean
  /** Why it is disabled: shown as a tooltip; the button stays reachable. */
  disabledReason?: string | undefined
}

const buttonClass = ({ variant = 'default', size = 'md', active = false }: Looks) =>
  classNames('btn', VARIANT[variant], SIZE[size], active && 'on')

/** A button. Its type is "button" unless said otherwise, so that it never submits by surprise. */
export function Button({ variant, size, active, icon, rightIcon, loading, disabledReason, ...rest }: ButtonProps) {
  const blocked = Boolean(disabledReason) || Boolean(loading)
  const { className, children, onClick, ...attributes } = rest
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (blocked) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      aria-pressed={active}
      data-tip={disabledReason}
      aria-disabled={blocked || undefined}
      aria-busy={loading || undefined}
      {...attributes}
      className={classNames(
        buttonClass(looks(variant, size, active)),
        disabledReason && 'is-disabled',
        loading && 'is-busy',
        className,
      )}
      onClick={handleClick}
    >
      {loading ? <Ring /> : icon}
      {children}
      {rightIcon}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'rightIcon' | 'children'> {
  /** Its name, for the tooltip and for screen readers. */
  label: string
  icon: ReactNode
  keys?: string
}

export function IconButton({ label, icon, keys, className, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Button
      aria-label={label}
      data-tip={rest.disabledReason ?? label}
      data-tip-keys={keys}
      variant={variant}
      className={classNames('ic', className)}
      icon={icon}
      {...rest}
    />
  )
}

interface LinkButtonProps extends Looks, ComponentProps<typeof Link> {
  icon?: ReactNode
}

/** A link that looks like a button: for going somewhere, not for doing something. */
export function LinkButton({ variant, size, active, icon, className, children, ...rest }: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(buttonClass(looks(variant, size, active)), className)}>
      {icon}
      {children}
    </Link>
  )
}

const looks = (variant?: ButtonVariant, size?: ControlSize, active?: boolean): Looks => ({
  ...(variant && { variant }),
  ...(size && { size }),
  ...(active !== undefined && { active }),
})
