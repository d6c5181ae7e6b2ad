import { type JsonChange, jsonChanges } from '../../../kernel/json-changes.ts'
import type { Translate } from '../../ui/text.ts'
import type { ShownChange } from '../changes/change-list.tsx'
import { chartChanges, typeInWords } from './chart-changes.ts'
import { layoutChanges } from './layout-changes.ts'
import { nameKey, type Referred, referredBy } from './referred.ts'

type State = Readonly<Record<string, unknown>>

type NameOf = (one: Referred) => string | null

/**
 * What differs between two versions of a dashboard, a chart or a saved query, in words. Empty where they are the same.
 * What is held by its number is called by its name, as far as that is known.
 */
export function versionChanges(before: State, after: State, t: Translate, nameOf: NameOf = () => null): ShownChange[] {
  const [old, now] = [partsOf(before), partsOf(after)]
  return [
    ...jsonChanges(old.fields, now.fields).map((change) => fieldChange(withNames(change, nameOf), t)),
    ...layoutChanges(old.position, now.position, t),
    ...settingChanges(old.metadata, now.metadata, t),
    ...chartChanges(old.params, now.params, t),
  ]
    .filter(({ before, after }) => !(isBlank(before) && isBlank(after)))
    .map((change) => ({ ...change, ...worded(change, t) }))
}

/** Nothing, however it is written. */
const isBlank = (value: unknown) => value === null || value === ''

/** What the differences between two versions hold by numbers. */
export function referredIn(before: State, after: State, t: Translate): readonly Referred[] {
  const found = new Map<string, Referred>()
  versionChanges(before, after, t, (one) => {
    found.set(nameKey(one), one)
    return null
  })
  return [...found.values()]
}

function withNames({ path, before, after }: JsonChange, nameOf: NameOf): JsonChange {
  const named = (value: unknown) => {
    const one = referredBy(path.at(-1) ?? '', value)
    return one === null ? value : (nameOf(one) ?? value)
  }
  return { path, before: named(before), after: named(after) }
}

/** Plain fields, and those with an order of their own. What a chart asks follows from its settings. */
function partsOf({ position, metadata, params, query_context: _follows, ...fields }: State) {
  return { fields, position, metadata, params }
}

function fieldChange({ path, before, after }: JsonChange, t: Translate): ShownChange {
  const label = fieldLabel(path, t)
  if (path[0] !== 'viz_type') return { label, before, after }
  return { label, before: typeInWords(before, t), after: typeInWords(after, t) }
}

/** Yes and no instead of true and false; texts as they are. */
function worded({ before, after }: ShownChange, t: Translate) {
  const word = (value: unknown) => (typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : (value ?? null))
  return { before: word(before), after: word(after) }
}

function fieldLabel(path: readonly string[], t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    dashboard_title: t('Title'),
    slice_name: t('Name'),
    viz_type: t('Chart type'),
    datasource_id: t('Dataset'),
    cache_timeout: t('Cache timeout'),
    slug: t('Address'),
    description: t('Description'),
    css: t('CSS'),
    owners: t('Owners'),
    roles: t('Roles'),
    theme_id: t('Theme'),
    certified_by: t('Certified by'),
    certification_details: t('Certification details'),
    published: t('Published'),
    label: t('Name'),
    sql: t('SQL'),
    db_id: t('Connection'),
    catalog: t('Catalog'),
    schema: t('Schema'),
    template_parameters: t('Template parameters'),
  }
  const name = path.join(' › ')
  return labels[name] ?? name
}

/** Settings that follow from others, and are no choice of anybody. */
const FOLLOWING = ['chart_configuration', 'global_chart_configuration', 'map_label_colors', 'shared_label_colors']

function settingChanges(before: unknown, after: unknown, t: Translate): ShownChange[] {
  const labels: Readonly<Record<string, string>> = {
    native_filter_configuration: t('Filters'),
    color_scheme: t('Colour scheme'),
    label_colors: t('Colours of labels'),
    refresh_frequency: t('Refresh every, in seconds'),
    stagger_refresh: t('Spread the charts of a refresh over time'),
    stagger_time: t('Spread, ms'),
    timed_refresh_immune_slices: t('Charts without regular refresh'),
    expanded_slices: t('Open descriptions'),
    timezone: t('Time zone'),
    cross_filters_enabled: t('Cross-filters'),
    filter_bar_orientation: t('Place of the filter bar'),
  }
  const names = new Map([...filterNames(before), ...filterNames(after)])
  return jsonChanges(withoutFollowing(before), withoutFollowing(after)).map(({ path, ...values }) => {
    const [key = '', ...rest] = path
    const inner = rest.map((part) => names.get(part) ?? part)
    const shown = key === 'filter_bar_orientation' ? barPlaces(values, t) : values
    return { ...shown, label: [labels[key] ?? key, ...inner].join(' › ') }
  })
}

function barPlaces({ before, after }: { readonly before: unknown; readonly after: unknown }, t: Translate) {
  const place = (value: unknown) => (value === 'VERTICAL' ? t('Beside the charts') : t('Above the charts'))
  return { before: place(before), after: place(after) }
}

/** What holds where nothing is said. */
const UNSAID: State = {
  cross_filters_enabled: true,
  filter_bar_orientation: 'HORIZONTAL',
  stagger_refresh: true,
  stagger_time: 5000,
}

function withoutFollowing(settings: unknown): State {
  const entries = Object.entries({ ...UNSAID, ...(isObject(settings) ? settings : {}) })
  return Object.fromEntries(entries.filter(([key, value]) => !FOLLOWING.includes(key) && !isEmpty(value)))
}

const filterNames = (settings: unknown): [string, string][] => {
  const filters = isObject(settings) ? settings.native_filter_configuration : null
  if (!Array.isArray(filters)) return []
  return filters.flatMap((filter) =>
    isObject(filter) && typeof filter.name === 'string' ? [[String(filter.id), filter.name]] : [],
  )
}

/** A save writes every setting, also those that nobody chose. */
const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === '' ||
  value === 0 ||
  value === '{}' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

const isObject = (value: unknown): value is State =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
