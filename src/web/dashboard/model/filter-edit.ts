import {
  EVERYWHERE,
  type FilterConfig,
  type FilterDivider,
  isFilter,
  type NativeFilter,
} from '../../../query/data-mask/filter-config.ts'

/** A removed filter stays for a while, so that the removal can be taken back. */
const REMOVAL_GRACE_MS = 5_000

/** The filters of a dashboard while they are being set up. */
export interface FilterEdit {
  readonly filters: readonly FilterConfig[]
  /** When a filter was removed, by id. */
  readonly removedAt: Readonly<Record<string, number>>
  readonly selectedId: string | null
  /** A filter that was there to begin with; left empty and aside, it is none. */
  readonly blankId: string | null
}

export interface FilterProblem {
  readonly filterId: string
  readonly field: 'name' | 'dataset' | 'column' | 'default' | 'parents'
  readonly text: string
}

export interface FilterChanges {
  readonly modified: readonly FilterConfig[]
  readonly deleted: readonly string[]
  readonly reordered: readonly string[]
}

export function filterEdit(filters: readonly FilterConfig[], selectedId = filters[0]?.id ?? null): FilterEdit {
  return { filters, removedAt: {}, selectedId, blankId: null }
}

/** The filters with one more to be filled in. */
export function filterEditWith(filters: readonly FilterConfig[], blank: NativeFilter): FilterEdit {
  return { ...addFilter(filterEdit(filters), blank), blankId: blank.id }
}

export function newFilter(id: string, name: string, datasetId: number | null = null): NativeFilter {
  return {
    id,
    type: 'NATIVE_FILTER',
    filterType: 'filter_select',
    name,
    description: '',
    targets: [datasetId === null ? {} : { datasetId }],
    scope: EVERYWHERE,
    controlValues: {
      enableEmptyFilter: false,
      defaultToFirstItem: false,
      multiSelect: true,
      searchAllOptions: false,
      inverseSelection: false,
    },
    defaultDataMask: { extraFormData: {}, filterState: {}, ownState: {} },
    cascadeParentIds: [],
  }
}

export function newDivider(id: string, title: string): FilterDivider {
  return { id, type: 'DIVIDER', title, description: '' }
}

export function addFilter(edit: FilterEdit, filter: FilterConfig): FilterEdit {
  return { ...edit, filters: [...edit.filters, filter], selectedId: filter.id }
}

export function changeFilter(edit: FilterEdit, id: string, change: (filter: FilterConfig) => FilterConfig): FilterEdit {
  return { ...edit, filters: edit.filters.map((filter) => (filter.id === id ? change(filter) : filter)) }
}

export function removeFilter(edit: FilterEdit, id: string, nowMs: number): FilterEdit {
  return { ...edit, removedAt: { ...edit.removedAt, [id]: nowMs } }
}

export function restoreFilter(edit: FilterEdit, id: string): FilterEdit {
  const { [id]: _restored, ...removedAt } = edit.removedAt
  return { ...edit, removedAt, selectedId: id }
}

/** Drops the filters whose time to be restored is over, and every mention of them. */
export function finaliseRemovals(edit: FilterEdit, nowMs: number): FilterEdit {
  const over = Object.entries(edit.removedAt).filter(([, at]) => nowMs - at >= REMOVAL_GRACE_MS)
  if (over.length === 0) return edit
  return without(edit, new Set(over.map(([id]) => id)))
}

export function moveFilter(edit: FilterEdit, id: string, index: number): FilterEdit {
  const moved = edit.filters.find((filter) => filter.id === id)
  if (!moved) return edit
  const others = edit.filters.filter((filter) => filter.id !== id)
  return { ...edit, filters: [...others.slice(0, index), moved, ...others.slice(index)] }
}

/** What would be saved: removed filters are left out whether or not their time is over. */
export function editedFilters(edit: FilterEdit): readonly FilterConfig[] {
  return without(edit, new Set([...Object.keys(edit.removedAt), ...leftBlank(edit)])).filters
}

function leftBlank({ filters, blankId, selectedId }: FilterEdit): readonly string[] {
  const blank = filters.find((filter) => filter.id === blankId)
  const isBlank = blank && isFilter(blank) && blank.name.trim() === '' && !blank.targets[0]?.column
  return isBlank && blank.id !== selectedId ? [blank.id] : []
}

/** The dataset that most charts ask. */
export function mainDatasetId(charts: Iterable<{ readonly datasetId: number | null }>): number | null {
  const asking = new Map<number, number>()
  for (const { datasetId } of charts) if (datasetId !== null) asking.set(datasetId, (asking.get(datasetId) ?? 0) + 1)
  const [first] = [...asking].toSorted(([, one], [, other]) => other - one)
  return first?.[0] ?? null
}

/** Filters that may be parents of a filter: all selects but itself and those that depend on it. */
export function possibleParents(filters: readonly FilterConfig[], id: string): readonly NativeFilter[] {
  return filters
    .filter(isFilter)
    .filter(
      (filter) => filter.id !== id && !dependsOn(filters, filter.id, id) && filter.filterType !== 'filter_timecolumn',
    )
}

/** The condition in SQL that bounds the choices of a filter; empty without one. */
export function choiceCondition(filter: NativeFilter): string {
  return (filter.adhoc_filters ?? []).flatMap(sqlOf)[0] ?? ''
}

/** Sets the condition in SQL; conditions on columns stay. */
export function withChoiceCondition(filter: NativeFilter, sqlExpression: string): NativeFilter {
  const others = (filter.adhoc_filters ?? []).filter((one) => sqlOf(one).length === 0)
  const own = sqlExpression === '' ? [] : [{ expressionType: 'SQL', clause: 'WHERE', sqlExpression }]
  return { ...filter, adhoc_filters: [...own, ...others] }
}

/** What keeps the filters from being saved, the first filter first. */
export function filterProblems(edit: FilterEdit): readonly FilterProblem[] {
  return editedFilters(edit).filter(isFilter).flatMap(problemsOf)
}

/** The difference between saved and edited filters. */
export function filterChanges(saved: readonly FilterConfig[], edited: readonly FilterConfig[]): FilterChanges {
  const before = new Map(saved.map((filter) => [filter.id, JSON.stringify(filter)]))
  const ids = edited.map((filter) => filter.id)
  const kept = saved.filter((filter) => ids.includes(filter.id)).map((filter) => filter.id)
  const isReordered = ids.filter((id) => before.has(id)).join() !== kept.join() || kept.length !== ids.length
  return {
    modified: edited.filter((filter) => before.get(filter.id) !== JSON.stringify(filter)),
    deleted: saved.filter((filter) => !ids.includes(filter.id)).map((filter) => filter.id),
    reordered: isReordered ? ids : [],
  }
}

const NEEDS_COLUMN = new Set(['filter_select', 'filter_range'])

function problemsOf(filter: NativeFilter): readonly FilterProblem[] {
  const problem = (field: FilterProblem['field'], text: string): FilterProblem => ({ filterId: filter.id, field, text })
  const [target] = filter.targets
  return [
    ...(filter.name.trim() === '' ? [problem('name', 'A filter needs a name')] : []),
    ...(filter.filterType !== 'filter_time' && !target?.datasetId ? [problem('dataset', 'A dataset is required')] : []),
    ...(NEEDS_COLUMN.has(filter.filterType) && !target?.column?.name
      ? [problem('column', 'A column is required')]
      : []),
  ]
}

function sqlOf(one: unknown): readonly string[] {
  const isSql = typeof one === 'object' && one !== null && 'sqlExpression' in one
  return isSql && typeof one.sqlExpression === 'string' && one.sqlExpression !== '' ? [one.sqlExpression] : []
}

function dependsOn(filters: readonly FilterConfig[], id: string, onId: string, seen: readonly string[] = []): boolean {
  const filter = filters.find((one) => one.id === id)
  if (!filter || !isFilter(filter) || seen.includes(id)) return false
  return filter.cascadeParentIds.some((parent) => parent === onId || dependsOn(filters, parent, onId, [...seen, id]))
}

function without(edit: FilterEdit, gone: ReadonlySet<string>): FilterEdit {
  const filters = edit.filters
    .filter((filter) => !gone.has(filter.id))
    .map((filter) =>
      isFilter(filter) && filter.cascadeParentIds.some((id) => gone.has(id))
        ? { ...filter, cascadeParentIds: filter.cascadeParentIds.filter((id) => !gone.has(id)) }
        : filter,
    )
  const removedAt = Object.fromEntries(Object.entries(edit.removedAt).filter(([id]) => !gone.has(id)))
  const isGone = edit.selectedId !== null && gone.has(edit.selectedId)
  return { ...edit, filters, removedAt, selectedId: isGone ? (filters[0]?.id ?? null) : edit.selectedId }
}
