import { z } from 'zod'
import { integer } from '../kit/fields.ts'
import { formJson, shaped } from '../kit/form-json.ts'

const text = z.string().nullish()
/** Also as its digits, which an address or a field of a form may have given. */
const id = integer().nullish()

/** A tab as the browser has it; unknown fields stay with the browser. */
export const ClientTab = z.looseObject({
  name: text,
  title: text,
  dbId: id,
  catalog: text,
  schema: text,
  sql: text,
  queryLimit: id,
  hideLeftBar: z.boolean().nullish(),
  remoteId: id,
  templateParams: text,
  autorun: z.boolean().nullish(),
  updatedAt: z.number().nullish(),
  /** What the browser calls the tab, to make it once. */
  sightline_key: z.string().max(64).nullish(),
  sightline_place: z.string().max(64).nullish(),
  /** The tab that it was before it was closed or lost. */
  sightline_former: id,
})

/** What PUT may change, and nothing else: no field reaches the store by its name alone. */
const CHANGES = {
  label: z.string().max(256),
  database_id: id,
  catalog: text,
  schema: text,
  sql: text,
  query_limit: id,
  latest_query_id: text,
  template_params: text,
  hide_left_bar: z.boolean().nullish(),
  autorun: z.boolean().nullish(),
  saved_query_id: id,
  active: z.boolean(),
  extra_json: z.union([z.string(), z.record(z.string(), z.unknown())]).nullish(),
} as const
export type TabChanges = { -readonly [K in keyof typeof CHANGES]?: z.output<(typeof CHANGES)[K]> }

/** Who saves, and which revision of the text was there before it was changed. Other clients say nothing of it. */
export interface Saver {
  /** Empty where the client does not say. */
  readonly place: string
  readonly seen: number | null
  /** The settings of the tab as they were there before they were changed; null where the client does not say. */
  readonly base: SeenSettings | null
}

/** What of a tab two places may change without touching each other's; what stands in one row belongs together. */
export const SETTINGS = [
  ['label'],
  ['database_id', 'catalog', 'schema'],
  ['query_limit'],
  ['hide_left_bar'],
  ['autorun'],
] as const
export type SeenSettings = Readonly<Partial<Record<(typeof SETTINGS)[number][number], unknown>>>

/** Throws 400 for a value of another type. */
export const saverOf = (form: Readonly<Record<string, string>>): Saver => ({
  place: given(form, 'sightline_place', z.string().max(64)) ?? '',
  seen: given(form, 'sightline_seen', id) ?? null,
  base: given(form, 'sightline_base', z.record(z.string(), z.unknown()).nullable()) ?? null,
})

const given = <T>(form: Readonly<Record<string, string>>, name: string, schema: z.ZodType<T>): T | undefined =>
  form[name] === undefined ? undefined : shaped(schema, formJson(form, name), name)

/** The changes that a form holds. Throws 400 for a value of another type. */
export function tabChanges(form: Readonly<Record<string, string>>): TabChanges {
  const out: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(CHANGES))
    if (form[name] !== undefined) out[name] = shaped(schema as z.ZodType, formJson(form, name), name)
  return out as TabChanges
}

/** The text to keep of `extra_json`, which arrives as JSON or as JSON in a text. */
export function extraText(value: TabChanges['extra_json']): string {
  if (typeof value === 'string')
    return JSON.stringify(shaped(z.record(z.string(), z.unknown()), parsed(value), 'extra_json'))
  return JSON.stringify(value ?? {})
}

/** The browser's time of a text in milliseconds, as `extra_json` has it; 0 where it has none. */
export function timeIn(extraJson: string): number {
  const { updatedAt } = (parsed(extraJson) ?? {}) as { readonly updatedAt?: unknown }
  return typeof updatedAt === 'number' && updatedAt > 0 && updatedAt <= MAX_TIME_MS ? updatedAt : 0
}

/** The last instant of a Date. */
const MAX_TIME_MS = 8.64e15

function parsed(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    return null
  }
}
