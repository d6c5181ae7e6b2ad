import { lazy, Suspense } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldProps } from '../field.tsx'
import type { OfferedName } from './name-completion.ts'

const CodeField = lazy(() => import('./code-field.tsx').then((module) => ({ default: module.CodeField })))

interface CodeInputProps extends Pick<FieldProps, 'help' | 'error' | 'optional'> {
  label: string
  value: string
  onChange: (value: string) => void
  /** The engine whose SQL is written, by the scheme of its addresses. */
  engine: string
  names?: readonly OfferedName[]
  disabled?: boolean
  placeholder?: string
  /** Of a whole query instead of an expression. */
  isTall?: boolean
}

const NO_NAMES: readonly OfferedName[] = []

/** A field for SQL with colours and completion. The editor behind it loads when one is first shown. */
export function CodeInput(props: CodeInputProps) {
  const { label, help, error, optional, value, disabled = false, isTall, placeholder = '' } = props
  return (
    <Field label={<span aria-hidden>{label}</span>} help={help} error={error} optional={optional}>
      {(ids) => (
        <span
          className={classNames('input area code-input', isTall && 'tall', error && 'bad', disabled && 'is-disabled')}
        >
          <Suspense fallback={<pre className="code-field">{value}</pre>}>
            <CodeField
              label={label}
              value={value}
              onChange={props.onChange}
              engine={props.engine}
              names={props.names ?? NO_NAMES}
              isReadOnly={disabled}
              isWrong={Boolean(error)}
              describedBy={ids.describedBy}
              hint={placeholder}
            />
          </Suspense>
        </span>
      )}
    </Field>
  )
}
