import { jsonChanges } from '../../../kernel/json-changes.ts'
import type { Translate } from '../../ui/text.ts'
import type { ShownChange } from '../changes/change-list.tsx'
import { layoutChanges } from './layout-changes.ts'

type State = Readonly<Record<string, unknown>>

/** What differs between two versions of a dashboard or a saved query, in words. Empty where they are the same. */
export function versionChanges(before: State, after: State, t: Translate): ShownChange[] {
  const [{ position: oldLayout, metadata: oldSettings, ...old }, { position, metadata, ...now }] = [before, after]
  return [
    ...jsonChanges(old, now).map(({ path, ...values }) => ({ ...values, label: fieldLabel(path, t) })),
    ...layoutChanges(oldLayout, position, t),
    ...settingChanges(oldSettings, metadata, t),
  ].map((change) => ({ ...change, ...worded(change, t) }))
}

/** Yes and no instead of true and false; texts as they are. */
function worded({ before, after }: ShownChange, t: Translate) {
  const word = (value: unknown) => (typeof value === 'boolean' ? (value ? t('Yes') : t('No')) : (value ?? null))
  return { before: word(before), after: word(after) }
}

function fieldLabel(path: readonly string[], t: Translate): string {
  const labels: Readonly<Record<string, string>> = {
    dashboard_title: t('Title'),
    slug: t('Address'),
    description: t('Description'),
    css: t('CSS'),
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
    timezone: t('Time zone'),
    cross_filters_enabled: t('Cross-filters'),
    filter_bar_orientation: t('Place of the filter bar'),
  }
  const names = new Map([...filterNames(before), ...filterNames(after)])
  return jsonChanges(withoutFollowing(before), withoutFollowing(after)).map(({ path, ...values }) => {
    const [key = '', ...rest] = path
    const inner = rest.map((part) => names.get(part) ?? part)
    return { ...values, label: [labels[key] ?? key, ...inner].join(' › ') }
  })
}

function withoutFollowing(settings: unknown): State {
  const entries = Object.entries(isObject(settings) ? settings : {})
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
