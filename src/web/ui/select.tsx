import { IconChevronDown, IconSelector, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { ControlSize } from './button.tsx'
import { classNames } from './class-names.ts'
import { Field, type FieldProps, inputClass } from './field.tsx'
import { ListBox } from './list-box.tsx'
import type { SelectOption } from './options.ts'
import { Floating, useDisclosure } from './popover.tsx'
import { useText } from './text.ts'

const MAX_TAGS = 4
const TAG_CHARACTERS = 20
const MAX_TOLD = 30

interface CommonProps<V extends string | number> extends FieldProps {
  options: readonly SelectOption<V>[]
  placeholder?: string | undefined
  size?: ControlSize
  disabled?: boolean | undefined
  searchable?: boolean | undefined
  onSearch?: ((search: string) => void) | undefined
  /** Asks for the next page of options. */
  onMore?: (() => void) | undefined
  isLoading?: boolean | undefined
  emptyText?: string | undefined
  className?: string
}

export interface SelectProps<V extends string | number> extends CommonProps<V> {
  value: V | null
  onChange: (value: V) => void
  /** Offers an empty choice. */
  onClear?: (() => void) | undefined
  /** Small words before the value, for filter bars: "Owner". */
  prefix?: string
}

/** One of many. What was picked keeps its label when the server is asked for others. */
export function Select<V extends string | number>(props: SelectProps<V>) {
  const { options, value, onChange, onClear, prefix } = props
  const [picked, setPicked] = useState<SelectOption<V> | null>(null)
  const chosen = [...options, picked].find((one) => one?.value === value)
  const shown = chosen ? (
    <>
      {chosen.icon}
      <span className="ell grow">{chosen.label}</span>
    </>
  ) : (
    value !== null && value !== '' && <span className="ell grow">{String(value)}</span>
  )
  return (
    <SelectFrame {...props} prefix={prefix} shown={shown || null} onClear={value === null ? undefined : onClear}>
      {(close) => (
        <ListBox
          {...listProps(props)}
          selected={value === null ? [] : [value]}
          onPick={(option) => {
            close()
            setPicked(option)
            onChange(option.value)
          }}
        />
      )}
    </SelectFrame>
  )
}

export interface MultiSelectProps<V extends string | number> extends CommonProps<V> {
  value: readonly V[]
  /** Names what is chosen and not among the options, as while the server is asked for others. */
  nameOf?: (value: V) => string
  onChange: (value: readonly V[]) => void
  /** Makes a value of what is typed; without it only options can be chosen. */
  valueFrom?: ((text: string) => V) | undefined
  footer?: ReactNode
}

/** Several of many. */
export function MultiSelect<V extends string | number>(props: MultiSelectProps<V>) {
  const { options, value, onChange, valueFrom, footer } = props
  const [picked, setPicked] = useState<readonly SelectOption<V>[]>([])
  const labelOf = (one: V) =>
    [...options, ...picked].find((option) => option.value === one)?.label ?? (props.nameOf ?? String)(one)
  const shown = value.length > 0 && <ChosenTags labels={value.map(labelOf)} />
  const toggle = (one: V) => onChange(value.includes(one) ? value.filter((v) => v !== one) : [...value, one])
  const add = (more: readonly V[]) => onChange([...new Set([...value, ...more])])
  const handlePaste = (texts: readonly string[]) =>
    add(
      texts.flatMap((text) => {
        const known = options.find((option) => option.label === text || String(option.value) === text)
        if (known) return known.disabled ? [] : [known.value]
        return valueFrom ? [valueFrom(text)] : []
      }),
    )
  const handlePickAll = (listed: readonly SelectOption<V>[]) => {
    const all = listed.map((option) => option.value)
    const isOn = all.every((one) => value.includes(one))
    if (isOn) onChange(value.filter((one) => !all.includes(one)))
    else add(all)
  }
  return (
    <SelectFrame {...props} shown={shown || null} onClear={value.length > 0 ? () => onChange([]) : undefined}>
      {() => (
        <ListBox
          {...listProps(props)}
          multiple
          selected={value}
          onPick={(option) => {
            setPicked([...picked, option])
            toggle(option.value)
          }}
          onCreate={valueFrom && ((text) => add([valueFrom(text)]))}
          onPaste={handlePaste}
          onPickAll={handlePickAll}
          footer={footer}
        />
      )}
    </SelectFrame>
  )
}

/** The first few of what is chosen, each cut to a length that leaves room for the others. */
function ChosenTags({ labels }: { labels: readonly string[] }) {
  const t = useText()
  const rest = labels.length - MAX_TAGS
  return (
    <span className="tags grow">
      {labels.slice(0, MAX_TAGS).map((label) => (
        <span key={label} className="tag" data-tip={label.length > TAG_CHARACTERS ? label : undefined}>
          {label.length > TAG_CHARACTERS ? `${label.slice(0, TAG_CHARACTERS)}…` : label}
        </span>
      ))}
      {rest > 0 && (
        <span className="c2 nw" data-tip={labels.slice(MAX_TAGS, MAX_TOLD).join(', ')}>
          {t('+ {{number}} ...', { number: rest })}
        </span>
      )}
    </span>
  )
}

const listProps = <V extends string | number>(props: CommonProps<V>) => ({
  label: props.ariaLabel ?? (typeof props.label === 'string' ? props.label : ''),
  options: props.options,
  searchable: props.searchable,
  onSearch: props.onSearch,
  onMore: props.onMore,
  isLoading: props.isLoading,
  emptyText: props.emptyText,
})

interface FrameProps extends CommonProps<string | number> {
  shown: ReactNode
  prefix?: string | undefined
  onClear?: (() => void) | undefined
  children: (close: () => void) => ReactNode
}

/** Words of a filter bar open below themselves; a field has its values above and below. */
const OpenMark = ({ isChip }: { isChip: boolean }) =>
  isChip ? <IconChevronDown className="s" aria-hidden /> : <IconSelector className="s" aria-hidden />

function SelectFrame(props: Omit<FrameProps, 'options'>) {
  const t = useText()
  const { label, ariaLabel, help, error, optional, shown, onClear, children, disabled, size, placeholder, prefix } =
    props
  const { isOpen, anchor, close, triggerFor } = useDisclosure()
  const name = ariaLabel ?? (typeof label === 'string' ? label : '')
  return (
    <Field label={label} help={help} error={error} optional={optional}>
      {(ids) => (
        <span className={classNames('select', props.className)}>
          {triggerFor(
            <button
              type="button"
              id={ids.id}
              disabled={disabled}
              aria-label={label ? undefined : name}
              aria-describedby={classNames(`${ids.id}-value`, ids.describedBy)}
              className={inputClass(
                size,
                error && 'bad',
                disabled && 'is-disabled',
                onClear && 'has-clear',
                prefix && 'soft prefixed',
              )}
            >
              {prefix && <span className="c3">{prefix}</span>}
              <span className="select-value" id={`${ids.id}-value`}>
                {shown ?? <span className="ph ell grow">{placeholder ?? t('Select')}</span>}
              </span>
              <OpenMark isChip={prefix !== undefined} />
            </button>,
            'listbox',
          )}
          {onClear && !disabled && (
            <button type="button" className="select-clear" aria-label={t('Clear {{name}}', { name })} onClick={onClear}>
              <IconX className="s" aria-hidden />
            </button>
          )}
          {isOpen && (
            <Floating anchor={anchor} onClose={close} matchWidth className="menu">
              {children(() => {
                close()
                anchor?.focus()
              })}
            </Floating>
          )}
        </span>
      )}
    </Field>
  )
}
