import { naiveOf } from '../time-range/calendar.ts'
import { HOUR_MS, isoOf, MINUTE_MS, type NaiveMs, SECOND_MS } from '../time-range/naive.ts'
import { strftime } from '../time-range/strftime.ts'
import { Reader } from './arguments.ts'
import { Callable, Instance, TemplateError } from './value.ts'

/** A point in time for templates: it prints, and knows `strftime` and `isoformat`. */
export function moment(ms: NaiveMs): Instance {
  const at = new Date(ms)
  const iso = isoOf(ms)
  return new Instance(
    'datetime',
    {
      year: at.getUTCFullYear(),
      month: at.getUTCMonth() + 1,
      day: at.getUTCDate(),
      hour: at.getUTCHours(),
      minute: at.getUTCMinutes(),
      second: at.getUTCSeconds(),
      isoformat: new Callable('isoformat', () => iso),
      strftime: new Callable('strftime', (args) =>
        strftime(ms, new Reader('strftime', args, ['format']).text('format', '%Y-%m-%d')),
      ),
    },
    iso.replace('T', ' '),
  )
}

const FIELDS: Readonly<Record<string, string>> = {
  Y: '(?<Y>\\d{4})',
  m: '(?<m>\\d{1,2})',
  d: '(?<d>\\d{1,2})',
  H: '(?<H>\\d{1,2})',
  M: '(?<M>\\d{1,2})',
  S: '(?<S>\\d{1,2})',
  f: '(?<f>\\d{1,6})',
}

/** Reads a text by a strftime pattern of numbers. */
export function parseMoment(text: string, format: string): NaiveMs {
  const pattern = format
    .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    .replace(/%([A-Za-z])/g, (all, field: string) => FIELDS[field] ?? all)
  const found = new RegExp(`^${pattern}$`).exec(text)
  if (!found) throw new TemplateError(`time data '${text}' does not match format '${format}'`)
  const part = (field: string, otherwise: number) => Number(found.groups?.[field] ?? otherwise)
  const day = new Date(naiveOf(part('Y', 1900), part('m', 1) - 1, part('d', 1), 0))
  if (day.getUTCDate() !== part('d', 1) || day.getUTCMonth() !== part('m', 1) - 1)
    throw new TemplateError('day is out of range for month')
  const clock = part('H', 0) * HOUR_MS + part('M', 0) * MINUTE_MS + part('S', 0) * SECOND_MS
  const fraction = Number((found.groups?.f ?? '0').padEnd(6, '0')) / 1000
  return naiveOf(part('Y', 1900), part('m', 1) - 1, part('d', 1), clock + fraction)
}
