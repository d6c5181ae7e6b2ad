import { IconSelector } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ControlSize } from './button.tsx'
import { Field, type FieldProps, inputClass } from './field.tsx'
import { ListBox } from './list-box.tsx'
import { Floating, useDisclosure } from './popover.tsx'
import { useText } from './text.ts'

const SEARCH_FROM = 13

interface ComboboxProps extends FieldProps {
  value: string
  onChange: (value: string) => void
  suggestions: readonly string[]
  placeholder?: string
  size?: ControlSize
  disabled?: boolean
}

/** Free text with suggestions, all of which are listed whatever the text is. */
export function Combobox({ value, onChange, suggestions, placeholder, size, disabled, ...field }: ComboboxProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const { isOpen, open, close, triggerFor } = useDisclosure()
  const name = field.ariaLabel ?? (typeof field.label === 'string' ? field.label : '')
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return
    event.preventDefault()
    open()
  }
  const leave = () => {
    close()
    input.current?.focus()
  }
  return (
    <Field label={field.label} help={field.help} error={field.error} optional={field.optional}>
      {(ids) => (
        <span ref={setFrame} className={inputClass(size, field.error && 'bad', disabled && 'is-disabled')}>
          <input
            ref={input}
            id={ids.id}
            autoComplete="off"
            aria-label={field.ariaLabel}
            aria-describedby={ids.describedBy}
            aria-invalid={Boolean(field.error) || undefined}
            placeholder={placeholder}
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={handleKeyDown}
          />
          {triggerFor(
            <button
              type="button"
              className="combo-open"
              disabled={disabled}
              aria-label={t('Suggestions for {{field}}', { field: name })}
            >
              <IconSelector className="s" aria-hidden />
            </button>,
            'listbox',
          )}
          {isOpen && (
            <Floating anchor={frame} onClose={leave} matchWidth className="menu">
              <ListBox
                label={name}
                options={suggestions.map((one) => ({ value: one, label: one }))}
                searchable={suggestions.length >= SEARCH_FROM}
                selected={[value]}
                onPick={(option) => {
                  leave()
                  onChange(option.value)
                }}
              />
            </Floating>
          )}
        </span>
      )}
    </Field>
  )
}
