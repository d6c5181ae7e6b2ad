import { useEffect, useState } from 'react'
import { textOf } from '../../../query/dashboard/filter-label.ts'
import { OPTION_LIMIT, optionsRequest, valuesFrom } from '../../../query/dashboard/filter-options.ts'
import { maskFor, parentsExtra } from '../../../query/data-mask/clauses.ts'
import { isRequired } from '../../../query/data-mask/emit.ts'
import { isFilter, type NativeFilter } from '../../../query/data-mask/filter-config.ts'
import { ListBox } from '../../ui/list-box.tsx'
import { useText } from '../../ui/text.ts'
import type { FilterInputProps } from './filter-input-props.ts'
import { useFilterData } from './use-filter-data.ts'

const SEARCH_SETTLE_MS = 250

/** Values of a column to tick. The list is read within what the parents of the filter allow. */
export function SelectInput({ filter, value, filters, masks, onChange, onDone }: FilterInputProps) {
  const t = useText()
  const [search, setSearch] = useState('')
  const column = filter.targets[0]?.column?.name ?? ''
  const { data, isFetching, error } = useFilterData(
    optionsRequest(filter, search, parentsExtra(filter, filters, masks)),
  )
  const known = data === undefined ? [] : valuesFrom(data, column)
  const searchesServer = filter.controlValues.searchAllOptions === true || isCut(known.length) || search !== ''
  const chosen: readonly unknown[] = Array.isArray(value) ? value : value == null ? [] : [value]
  const isMultiple = filter.controlValues.multiSelect !== false
  const values = withChosen(known, chosen)
  const handlePick = (key: string) => {
    const picked = values.find((one) => keyOf(one) === key)
    if (!isMultiple) {
      onChange([picked ?? null])
      onDone?.()
      return
    }
    const isChosen = chosen.some((one) => keyOf(one) === key)
    const next = isChosen ? chosen.filter((one) => keyOf(one) !== key) : [...chosen, picked ?? null]
    onChange(next.length === 0 ? null : next)
  }
  const settle = useSettled(setSearch)
  const parents = missingParents({ filter, filters, masks })
  if (error) return <p className="list-note cd">{error.message}</p>
  return (
    <div className="menu dash-options">
      <ListBox
        label={filter.name}
        options={values.map((one) => ({ value: keyOf(one), label: textOf(one) }))}
        selected={chosen.map(keyOf)}
        multiple={isMultiple}
        isLoading={isFetching}
        emptyText={parents === '' ? undefined : t('Waiting for {{names}}', { names: parents })}
        searchable
        {...(searchesServer && { onSearch: settle })}
        {...(filter.controlValues.creatable !== false && {
          onCreate: (text: string) => onChange(isMultiple ? [...chosen, text] : [text]),
        })}
        onPick={(option) => handlePick(option.value)}
        {...(isMultiple && {
          onPaste: (texts: readonly string[]) => onChange(withPasted(values, chosen, texts, filter)),
          onPickAll: (listed: readonly { readonly value: string }[]) => onChange(withAll(values, chosen, listed)),
        })}
        footer={<HowMany count={known.length} isFetching={isFetching} />}
      />
    </div>
  )
}

const isCut = (count: number) => count >= OPTION_LIMIT

function HowMany({ count, isFetching }: { count: number; isFetching: boolean }) {
  const t = useText()
  if (count === 0 && isFetching) return null
  return (
    <p className="list-note">
      {isCut(count)
        ? t('The first {{count}} values. Search for others.', { count: OPTION_LIMIT })
        : t('{{count}} value|{{count}} values', { count })}
    </p>
  )
}

/** The names of the filters that must be given a value before this one has anything to offer. */
function missingParents({ filter, filters, masks }: Pick<FilterInputProps, 'filter' | 'filters' | 'masks'>): string {
  return filters
    .filter(isFilter)
    .filter((one) => filter.cascadeParentIds.includes(one.id) && isRequired(one))
    .filter((one) => maskFor(one, masks).filterState.value == null)
    .map((one) => one.name)
    .join(', ')
}

/** Calls back once typing has paused. */
function useSettled(onSettled: (text: string) => void): (text: string) => void {
  const [text, setText] = useState<string | null>(null)
  useEffect(() => {
    if (text === null) return
    const timer = setTimeout(() => onSettled(text), SEARCH_SETTLE_MS)
    return () => clearTimeout(timer)
  }, [text, onSettled])
  return setText
}

/** Chosen values come first even when the list does not hold them. */
function withChosen(known: readonly unknown[], chosen: readonly unknown[]): readonly unknown[] {
  const keys = new Set(known.map(keyOf))
  return [...chosen.filter((one) => !keys.has(keyOf(one))), ...known]
}

/** All that is listed chosen too, or let go where all of it was chosen already. */
function withAll(
  values: readonly unknown[],
  chosen: readonly unknown[],
  listed: readonly { readonly value: string }[],
): readonly unknown[] | null {
  const keys = new Set(listed.map((option) => option.value))
  const others = chosen.filter((one) => !keys.has(keyOf(one)))
  const isOn = chosen.length - others.length === keys.size
  const next = isOn ? others : [...others, ...values.filter((one) => keys.has(keyOf(one)))]
  return next.length === 0 ? null : next
}

/** Pasted words as values: those of the list, and others where the filter takes them. */
function withPasted(
  values: readonly unknown[],
  chosen: readonly unknown[],
  texts: readonly string[],
  filter: NativeFilter,
): readonly unknown[] | null {
  const pasted = texts.flatMap((text) => {
    const known = values.filter((one) => textOf(one) === text)
    if (known.length > 0) return known
    return filter.controlValues.creatable === false ? [] : [text]
  })
  const keys = new Set(chosen.map(keyOf))
  const next = [...chosen, ...pasted.filter((one) => !keys.has(keyOf(one)))]
  return next.length === 0 ? null : next
}

function keyOf(value: unknown): string {
  return JSON.stringify(value ?? null)
}
