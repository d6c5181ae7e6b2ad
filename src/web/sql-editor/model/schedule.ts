import { readHuman } from '../../../query/time-range/human.ts'
import type { NaiveMs } from '../../../query/time-range/naive.ts'
import { TimeRangeError } from '../../../query/time-range/problem.ts'

export type ScheduleValue = string | number | boolean | null

export interface ScheduleField {
  readonly name: string
  readonly title: string
  readonly help: string | null
  readonly kind: 'text' | 'number' | 'switch' | 'list' | 'time' | 'choice'
  readonly choices: readonly string[]
  readonly isRequired: boolean
  readonly first: unknown
}

interface Rule {
  readonly name: string
  readonly arguments: readonly [string, string]
  readonly message: string
  readonly container: string
}

/** The form of the configuration: what is asked, and how the answers must stand to each other. */
export interface ScheduleForm {
  readonly title: string | null
  readonly fields: readonly ScheduleField[]
  readonly rules: readonly Rule[]
}

export type ScheduleValues = Readonly<Record<string, ScheduleValue>>

interface Property {
  readonly type: string
  readonly title?: string
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly enum?: readonly string[]
}
interface Configured {
  readonly JSONSCHEMA: {
    readonly title?: string
    readonly properties: Readonly<Record<string, Property>>
    readonly required?: readonly string[]
  }
  readonly VALIDATION?: readonly Rule[]
}

/** Reads the configuration, whose shape the server has checked. */
export function scheduleForm(conf: unknown): ScheduleForm {
  const { JSONSCHEMA, VALIDATION } = conf as Configured
  const { properties, required = [], title = null } = JSONSCHEMA
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    title: property.title ?? name,
    help: property.description ?? null,
    kind: kindOf(property),
    choices: property.enum ?? [],
    isRequired: required.includes(name),
    first: property.default ?? null,
  }))
  return { title, fields, rules: VALIDATION ?? [] }
}

const KINDS: Readonly<Record<string, ScheduleField['kind']>> = {
  number: 'number',
  integer: 'number',
  boolean: 'switch',
  array: 'list',
}

function kindOf(property: Property): ScheduleField['kind'] {
  if (property.enum) return 'choice'
  if (property.type === 'string' && /^date(-time)?$/.test(property.format ?? '')) return 'time'
  return KINDS[property.type] ?? 'text'
}

/** What the form holds at first; times such as "tomorrow at 9am" are read by the clock given. */
export const firstValues = ({ fields }: ScheduleForm, now: NaiveMs): ScheduleValues =>
  Object.fromEntries(fields.map((field) => [field.name, firstValue(field, now)]))

function firstValue({ kind, first }: ScheduleField, now: NaiveMs): ScheduleValue {
  if (kind === 'switch') return first === true
  if (kind === 'number') return typeof first === 'number' ? first : null
  if (kind === 'list') return Array.isArray(first) ? first.join('\n') : ''
  const text = typeof first === 'string' ? first : ''
  return kind === 'time' ? clockText(text, now) : text
}

const AT = /^(.*?)\s*\bat\s+(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i
const IN = /^in\s+(.+)$/i

/** A time in words as the field for times holds it; empty for what cannot be read. */
function clockText(text: string, now: NaiveMs): string {
  const [, day = text, hour, minute = '0', half] = AT.exec(text) ?? []
  const words = day.trim().replace(IN, '$1 from now')
  if (words === '') return ''
  try {
    const ms = readHuman(words, now)
    const clock = hour === undefined ? ms : startOfDay(ms) + minutesOf(Number(hour), Number(minute), half) * 60_000
    return new Date(clock).toISOString().slice(0, 16)
  } catch (error) {
    if (error instanceof TimeRangeError) return ''
    throw error
  }
}

const startOfDay = (ms: number) => ms - (((ms % 86_400_000) + 86_400_000) % 86_400_000)

function minutesOf(hour: number, minute: number, half: string | undefined): number {
  const isLate = half?.toLowerCase() === 'pm'
  return ((half === undefined ? hour : hour % 12) + (isLate ? 12 : 0)) * 60 + minute
}

const HOLDS: Readonly<Record<string, (left: ScheduleValue, right: ScheduleValue) => boolean>> = {
  greater: (left, right) => compare(left, right) > 0,
  greater_equal: (left, right) => compare(left, right) >= 0,
  less: (left, right) => compare(left, right) < 0,
  less_equal: (left, right) => compare(left, right) <= 0,
}
const compare = (left: ScheduleValue, right: ScheduleValue) =>
  left === right ? 0 : (left ?? '') < (right ?? '') ? -1 : 1
const isEmpty = (value: ScheduleValue | undefined) => value === undefined || value === null || value === ''

/** What is wrong, by field; an empty answer breaks no rule between two. */
export function scheduleProblems(form: ScheduleForm, values: ScheduleValues, missing: string): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { name, isRequired } of form.fields) if (isRequired && isEmpty(values[name])) problems[name] = missing
  for (const { name, arguments: names, message, container } of form.rules) {
    const [left, right] = names.map((one) => values[one] ?? null)
    if (isEmpty(left) || isEmpty(right)) continue
    if (HOLDS[name]?.(left ?? null, right ?? null) === false) problems[container] ??= message
  }
  return problems
}

/** The answers as they are stored: lists as lists, times as instants; nothing of what is empty. */
export function scheduleInfo({ fields }: ScheduleForm, values: ScheduleValues): Readonly<Record<string, unknown>> {
  const given = fields.filter(({ name }) => !isEmpty(values[name]))
  return Object.fromEntries(given.map(({ name, kind }) => [name, storedValue(kind, values[name] ?? null)]))
}

function storedValue(kind: ScheduleField['kind'], value: ScheduleValue): unknown {
  if (kind === 'time') return new Date(String(value)).toISOString()
  if (kind !== 'list') return value
  return String(value)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
