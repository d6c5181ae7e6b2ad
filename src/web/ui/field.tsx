import { IconAlertCircle } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import type { ControlSize } from './button.tsx'
import { classNames } from './class-names.ts'
import { useText } from './text.ts'

export interface FieldProps {
  label?: ReactNode
  /** Read to screen readers instead of a visible label. */
  ariaLabel?: string | undefined
  help?: ReactNode
  error?: string | null | undefined
  /** Marks the label; required is not marked. */
  optional?: boolean | undefined
}

export interface FieldIds {
  readonly id: string
  readonly describedBy: string | undefined
}

/** Label above, control, then help or error in the same place. */
export function Field({
  label,
  help,
  error,
  optional,
  children,
}: FieldProps & { children: (ids: FieldIds) => ReactNode }) {
  const t = useText()
  const id = useId()
  const noteId = `${id}-note`
  const hasNote = Boolean(error) || Boolean(help)
  return (
    <div className="field">
      {label && (
        <label htmlFor={id}>
          {label}
          {optional && <span className="c3 field-optional"> {t('optional')}</span>}
        </label>
      )}
      {children({ id, describedBy: hasNote ? noteId : undefined })}
      {error ? (
        <span className="err" id={noteId} role="alert">
          <IconAlertCircle className="s" aria-hidden />
          {error}
        </span>
      ) : (
        help && (
          <span className="help" id={noteId}>
            {help}
          </span>
        )
      )}
    </div>
  )
}

type Native<T extends 'input' | 'textarea'> = Omit<ComponentProps<T>, 'onChange' | 'value' | 'size'>

export interface TextInputProps extends FieldProps, Native<'input'> {
  value: string
  onChange: (value: string) => void
  size?: ControlSize
  /** Softer border, for search fields in bars. */
  soft?: boolean
  icon?: ReactNode
  right?: ReactNode
}

export const inputClass = (size: ControlSize | undefined, ...more: readonly (string | false | undefined | null)[]) =>
  classNames('input', size === 'sm' && 'sm', size === 'lg' && 'lg', ...more)

export function TextInput(props: TextInputProps) {
  const { label, ariaLabel, help, error, optional, value, onChange, size, soft, icon, right, className, ...rest } =
    props
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(ids) => (
        <span className={inputClass(size, soft && 'soft', error && 'bad', rest.disabled && 'is-disabled', className)}>
          {icon}
          <input
            id={ids.id}
            aria-label={ariaLabel}
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={ids.describedBy}
            spellCheck={false}
            {...rest}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
          {right}
        </span>
      )}
    </Field>
  )
}

export interface TextAreaProps extends FieldProps, Native<'textarea'> {
  value: string
  onChange: (value: string) => void
}

export function TextArea(props: TextAreaProps) {
  const { label, ariaLabel, help, error, optional, value, onChange, className, ...rest } = props
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(ids) => (
        <span className={classNames('input area', error && 'bad', rest.disabled && 'is-disabled')}>
          <textarea
            id={ids.id}
            aria-label={ariaLabel}
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={ids.describedBy}
            rows={3}
            {...rest}
            className={className}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        </span>
      )}
    </Field>
  )
}

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'min' | 'max' | 'step'> {
  value: number | null
  onChange: (value: number | null) => void
  min?: number
  max?: number
  step?: number
}

/** A number typed as text; null while empty. Arrow keys step. */
export function NumberInput({ value, onChange, min, max, step = 1, ...rest }: NumberInputProps) {
  const clamp = (next: number) => Math.min(max ?? next, Math.max(min ?? next, next))
  const stepBy = (delta: number) => onChange(clamp((value ?? 0) + delta))
  return (
    <TextInput
      {...rest}
      type="number"
      inputMode="decimal"
      value={value === null ? '' : String(value)}
      onChange={(text) => onChange(text === '' ? null : Number(text))}
      onBlur={(event) => {
        if (value !== null) onChange(clamp(value))
        rest.onBlur?.(event)
      }}
      onKeyDown={(event) => {
        rest.onKeyDown?.(event)
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        stepBy(event.key === 'ArrowUp' ? step : -step)
      }}
    />
  )
}
