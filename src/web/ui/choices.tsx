import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

interface ChoiceProps {
  checked: boolean
  onChange: (checked: boolean) => void
  label?: ReactNode
  /** Its name where no label is shown. */
  ariaLabel?: string
  disabled?: boolean
}

export function Checkbox({ indeterminate, ...props }: ChoiceProps & { indeterminate?: boolean }) {
  return <Choice {...props} look="chk" {...(indeterminate !== undefined && { indeterminate })} />
}

export function Switch(props: ChoiceProps) {
  return <Choice {...props} look="sw" />
}

function Choice(props: ChoiceProps & { look: 'chk' | 'sw'; indeterminate?: boolean }) {
  const { checked, onChange, label, ariaLabel, disabled, look, indeterminate = false } = props
  const id = useId()
  const input = (
    <input
      id={id}
      type="checkbox"
      className={look}
      role={look === 'sw' ? 'switch' : undefined}
      aria-label={ariaLabel}
      checked={checked}
      disabled={disabled}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      onChange={(event) => onChange(event.target.checked)}
    />
  )
  if (!label) return input
  return (
    <label htmlFor={id} className={classNames('choice', disabled && 'is-disabled')}>
      {input}
      <span>{label}</span>
    </label>
  )
}

interface ChoiceOption<V extends string> {
  readonly value: V
  readonly label: ReactNode
  readonly disabled?: boolean
  /** Its name where the label is only an icon. */
  readonly ariaLabel?: string
}

interface OneOfProps<V extends string> {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly ChoiceOption<V>[]
}

export function RadioGroup<V extends string>({ label, value, onChange, options }: OneOfProps<V>) {
  const name = useId()
  return (
    <fieldset className="plain-fieldset col g1">
      <legend className="lbl">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classNames('choice', option.disabled && 'is-disabled')}>
          <input
            type="radio"
            className="rad"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}

/** A few exclusive choices in one row. `label` names the group. */
export function SegmentedControl<V extends string>(props: OneOfProps<V> & { size?: 'sm' | 'md' }) {
  const { label, value, onChange, options, size = 'md' } = props
  const name = useId()
  return (
    <div className={classNames('seg', size === 'sm' && 'sm')} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(option.value === value && 'on', option.disabled && 'is-disabled')}
          data-tip={option.ariaLabel}
        >
          <input
            type="radio"
            className="sr"
            name={name}
            aria-label={option.ariaLabel}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  )
}
