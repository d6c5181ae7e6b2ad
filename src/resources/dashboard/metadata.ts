import { z } from 'zod'
import { invalidFields } from '../../wire/problem.ts'
import type { ChangesBody, ColorsBody } from './contract.ts'
import { objectOf } from './layout.ts'

type Json = Record<string, unknown>

const SAVED_KEYS = [
  'color_namespace',
  'color_scheme',
  'color_scheme_domain',
  'refresh_frequency',
  'expanded_slices',
  'label_colors',
  'shared_label_colors',
  'map_label_colors',
  'timed_refresh_immune_slices',
  'cross_filters_enabled',
  'filter_bar_orientation',
  'native_filter_configuration',
  'chart_configuration',
  'global_chart_configuration',
  'stagger_refresh',
  'stagger_time',
  'default_filters',
  'filter_scopes',
] as const

const mapping = z.record(z.string(), z.unknown(), { error: 'Not a valid mapping type.' })
const Settings = z.looseObject({
  refresh_frequency: z.number({ error: 'Not a valid integer.' }).nullish(),
  label_colors: mapping.nullish(),
  map_label_colors: mapping.nullish(),
  expanded_slices: mapping.nullish(),
})

/** Throws 400 for settings that nothing could be drawn with; keys that nobody knows are kept. */
export function refuseWrongMetadata(text: string): void {
  const { error } = Settings.safeParse(JSON.parse(text))
  if (!error) return
  const faults = error.issues.map(({ path, message }) =>
    path.length === 0 ? ['_schema', ['Invalid input type.']] : [String(path[0]), [message]],
  )
  throw invalidFields({ json_metadata: [Object.fromEntries(faults)] })
}

/** Splits what a save sends as metadata: the layout apart, the rest over what was stored; unknown keys stay. */
export function splitMetadata(
  sent: string,
  stored: string | null,
): { readonly layout: Json | null; readonly metadata: Json } {
  const { positions, ...fresh } = objectOf(sent)
  const isSave = positions !== undefined
  const kept = isSave ? objectOf(stored) : {}
  const merged: Json = { ...kept, ...fresh }
  if (isSave)
    for (const key of SAVED_KEYS)
      if (merged[key] === undefined && DEFAULTS[key] !== undefined) merged[key] = DEFAULTS[key]
  return { layout: isSave && positions !== null ? (positions as Json) : null, metadata: merged }
}

const DEFAULTS: Readonly<Partial<Record<(typeof SAVED_KEYS)[number], unknown>>> = {
  color_scheme: '',
  refresh_frequency: 0,
  expanded_slices: {},
  label_colors: {},
  shared_label_colors: [],
  map_label_colors: {},
  timed_refresh_immune_slices: [],
  default_filters: '{}',
  chart_configuration: {},
  color_scheme_domain: [],
  cross_filters_enabled: true,
}

interface Identified {
  readonly id: string
}

/** A list of filters after changes: changed or added, deleted, put in the order given. */
export function changeList(list: readonly Identified[], changes: ChangesBody): Identified[] {
  const gone = new Set(changes.deleted ?? [])
  const next = new Map(list.filter(({ id }) => !gone.has(id)).map((item) => [item.id, item]))
  for (const item of changes.modified ?? []) next.set(item.id, { ...next.get(item.id), ...item })
  const order = changes.reordered ?? []
  if (order.length === 0) return [...next.values()]
  const first = order.flatMap((id) => next.get(id) ?? [])
  return [...first, ...[...next.values()].filter(({ id }) => !order.includes(id))]
}

/** The metadata with the colours sent. */
export const withColors = (metadata: Json, colors: ColorsBody): Json => ({
  ...metadata,
  ...Object.fromEntries(Object.entries(colors).filter(([, value]) => value !== undefined)),
})
