import { IconCheck, IconSearch } from '@tabler/icons-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type UIEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { classNames } from './class-names.ts'
import { filterOptions, optionBeginning, type SelectOption, targetOf, typeAhead } from './options.ts'
import { revealRow, useRowWindow } from './row-window.ts'
import { useText } from './text.ts'

/** Rows are larger where fingers choose; surfaces.css says the same. */
const ROW_PX = globalThis.matchMedia?.('(pointer: coarse)').matches ? 40 : 28
const SEARCH_FROM = 9
const MORE_FROM_SHARE = 0.7
const SEPARATORS = /[,\n\t;]/

export interface ListBoxProps<V extends string | number> {
  label: string
  options: readonly SelectOption<V>[]
  selected: readonly V[]
  multiple?: boolean
  onPick: (option: SelectOption<V>) => void
  onClose?: () => void
  /** A search field on top; by default from nine options on. */
  searchable?: boolean | undefined
  /** Searches on the server instead: the options are what it found. */
  onSearch?: ((search: string) => void) | undefined
  /** Offers what was typed as an option of its own. */
  onCreate?: ((text: string) => void) | undefined
  /** Takes several texts that were pasted at once. */
  onPaste?: ((texts: readonly string[]) => void) | undefined
  /** Asks for more options, when most of those there have been seen. */
  onMore?: (() => void) | undefined
  /** Chooses all options that are listed. */
  onPickAll?: ((listed: readonly SelectOption<V>[]) => void) | undefined
  isLoading?: boolean | undefined
  emptyText?: string | undefined
  footer?: ReactNode
}

/** Options to choose from, with search, keyboard and only the rows in view drawn. */
export function ListBox<V extends string | number>(props: ListBoxProps<V>) {
  const { label, selected, multiple, isLoading, footer } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const { search, shown, active, setActive, hasSearch, handleSearch, handleKeyDown } = useListState(props)
  const rows = useRowWindow(box, shown.length, ROW_PX)
  useSearchEnd(props.onSearch)
  useEffect(() => (field.current ?? box.current)?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (box.current) revealRow(box.current, active, ROW_PX)
  }, [active])
  const activeId = shown[active] ? `${id}-${active}` : undefined
  const handleScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget
    if (scrollTop + clientHeight >= scrollHeight * MORE_FROM_SHARE) props.onMore?.()
  }
  const keyboard = { onKeyDown: handleKeyDown, 'aria-activedescendant': activeId }
  return (
    <div className="list-box">
      {hasSearch && (
        <ListSearch
          field={field}
          listId={id}
          label={label}
          search={search}
          onSearch={handleSearch}
          onPaste={props.onPaste}
          keyboard={keyboard}
        />
      )}
      {props.onPickAll && shown.length > 1 && <PickAll shown={shown} selected={selected} onPickAll={props.onPickAll} />}
      <div
        ref={box}
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={multiple || undefined}
        aria-busy={isLoading || undefined}
        tabIndex={hasSearch ? -1 : 0}
        className="list-options"
        onScroll={props.onMore && handleScroll}
        {...(hasSearch ? {} : keyboard)}
      >
        <div style={{ height: rows.padTop }} />
        {shown.slice(rows.first, rows.end).map((option, offset) => (
          <OptionRow
            key={option.value}
            id={`${id}-${rows.first + offset}`}
            option={option}
            heading={headingOf(shown, rows.first + offset)}
            isActive={rows.first + offset === active}
            isSelected={selected.includes(option.value)}
            multiple={Boolean(multiple)}
            onPick={() => props.onPick(option)}
            onEnter={() => setActive(rows.first + offset)}
          />
        ))}
        <div style={{ height: rows.padBottom }} />
      </div>
      {shown.length === 0 && <ListEmpty {...props} search={search} />}
      {footer}
    </div>
  )
}

/** Opened again, the list starts without a search, so the server is asked without one. */
function useSearchEnd(onSearch: ((search: string) => void) | undefined) {
  const latest = useRef(onSearch)
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => () => latest.current?.(''), [])
}

function useListState<V extends string | number>(props: ListBoxProps<V>) {
  const { options, selected, onSearch, onCreate, onPick } = props
  const [search, setSearch] = useState('')
  const shown = onSearch ? options : filterOptions(options, search)
  const hasSearch = props.searchable ?? (Boolean(onSearch) || Boolean(onCreate) || options.length >= SEARCH_FROM)
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      shown.findIndex((one) => selected.includes(one.value)),
    ),
  )
  const ahead = useRef({ text: '', at: 0 })
  const handleSearch = (value: string) => {
    setSearch(value)
    setActive(0)
    onSearch?.(value)
  }
  const pick = () => {
    const option = shown[active]
    if (option) {
      if (!option.disabled) onPick(option)
    } else if (search.trim() !== '') onCreate?.(search.trim())
  }
  const goTo = ({ key, timeStamp }: KeyboardEvent) => {
    ahead.current = typeAhead(ahead.current, key, timeStamp)
    const found = optionBeginning(shown, ahead.current, active)
    if (found >= 0) setActive(found)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const isPick = event.key === 'Enter' || (event.key === ' ' && !hasSearch)
    if (!hasSearch && !isPick && isLetter(event)) return goTo(event)
    const to = targetOf(event.key, shown, active)
    if (!isPick && to === null) return
    event.preventDefault()
    if (to === null) pick()
    else setActive(to)
  }
  return { search, shown, active, setActive, hasSearch, handleSearch, handleKeyDown }
}

interface ListSearchProps {
  field: RefObject<HTMLInputElement | null>
  listId: string
  label: string
  search: string
  onSearch: (search: string) => void
  onPaste: ((texts: readonly string[]) => void) | undefined
  keyboard: { onKeyDown: (event: KeyboardEvent) => void; 'aria-activedescendant': string | undefined }
}

function ListSearch({ field, listId, label, search, onSearch, onPaste, keyboard }: ListSearchProps) {
  const t = useText()
  const handlePaste = (event: ClipboardEvent) => {
    const texts = pastedTexts(event.clipboardData.getData('text'))
    if (!onPaste || texts.length < 2) return
    event.preventDefault()
    onPaste(texts)
  }
  return (
    <div className="list-search">
      <IconSearch className="s" aria-hidden />
      <input
        ref={field}
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-label={t('Search {{name}}', { name: label })}
        placeholder={t('Search')}
        value={search}
        onChange={(event) => onSearch(event.target.value)}
        onPaste={handlePaste}
        {...keyboard}
      />
    </div>
  )
}

/** The texts between commas, semicolons, tabs and line breaks, each once. */
function pastedTexts(text: string): readonly string[] {
  const parts = text.split(SEPARATORS).map((part) => part.trim())
  return [...new Set(parts.filter((part) => part !== ''))]
}

interface PickAllProps<V extends string | number> {
  shown: readonly SelectOption<V>[]
  selected: readonly V[]
  onPickAll: (listed: readonly SelectOption<V>[]) => void
}

function PickAll<V extends string | number>({ shown, selected, onPickAll }: PickAllProps<V>) {
  const t = useText()
  const isOn = shown.every((option) => option.disabled || selected.includes(option.value))
  return (
    <button
      type="button"
      className="mi list-all"
      aria-pressed={isOn}
      onClick={() => onPickAll(shown.filter((option) => !option.disabled))}
    >
      <span className={classNames('tick', isOn && 'on')}>{isOn && <IconCheck aria-hidden />}</span>
      <span className="grow">{t('Select All')}</span>
    </button>
  )
}

function ListEmpty<V extends string | number>(props: ListBoxProps<V> & { search: string }) {
  const t = useText()
  const { search, onCreate, isLoading, emptyText } = props
  if (isLoading) return <p className="list-note">{t('Loading')}</p>
  if (onCreate && search.trim() !== '')
    return (
      <button type="button" className="mi" onClick={() => onCreate(search.trim())}>
        {t('Use “{{text}}”', { text: search.trim() })}
      </button>
    )
  return <p className="list-note">{emptyText ?? t('No data')}</p>
}

interface OptionRowProps {
  id: string
  option: SelectOption<string | number>
  heading: string | null
  isActive: boolean
  isSelected: boolean
  multiple: boolean
  onPick: () => void
  onEnter: () => void
}

function OptionRow({ id, option, heading, isActive, isSelected, multiple, onPick, onEnter }: OptionRowProps) {
  return (
    <>
      {heading && <div className="mh">{heading}</div>}
      {/* biome-ignore lint/a11y/useFocusableInteractive: focus stays in the search field or list, which names the active option */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled where the focus is */}
      <div
        id={id}
        role="option"
        aria-selected={isSelected}
        aria-disabled={option.disabled || undefined}
        className={classNames('mi', isActive && 'on', option.disabled && 'is-disabled')}
        // The focus stays where keys are handled.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => !option.disabled && onPick()}
        onPointerMove={onEnter}
      >
        {multiple && (
          <span className={classNames('tick', isSelected && 'on')}>{isSelected && <IconCheck aria-hidden />}</span>
        )}
        {option.icon}
        <span className="grow ell">{option.label}</span>
        {option.hint && <span className="end">{option.hint}</span>}
        {!multiple && isSelected && <IconCheck className="s" aria-hidden />}
      </div>
    </>
  )
}

function headingOf(options: readonly SelectOption<string | number>[], at: number): string | null {
  const group = options[at]?.group
  return group !== undefined && group !== options[at - 1]?.group ? group : null
}

const isLetter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey
