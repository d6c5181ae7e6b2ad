import { addDelta, normalizeDelta, subtractShift } from '../../src/query/time-range/delta.ts'
import { evaluate } from '../../src/query/time-range/expression.ts'
import { readHuman } from '../../src/query/time-range/human.ts'
import { isoOf } from '../../src/query/time-range/naive.ts'
import { resolveSinceUntil, resolveTimeRange } from '../../src/query/time-range/resolve.ts'
import { attempt, type Player, type Vector, type VectorFile, type Verdict, verdict } from './player.ts'
import { same } from './same.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : null)
const ms = (iso: unknown) => Date.parse(`${iso}Z`)
/** The wall clock of a time; the vectors keep a zone suffix that SQL never sees. */
const wall = (value: unknown) => (typeof value === 'string' ? value.replace(/([+-]\d\d:\d\d|Z)$/, '') : value)

function optionsOf({ input }: Vector, now: number) {
  return {
    now,
    timeShift: text(input.time_shift),
    relativeStart: text(input.relative_start),
    relativeEnd: text(input.relative_end),
  }
}

type Answer = { readonly value: unknown } | { readonly error: string }

function answer(vector: Vector, now: number): Answer | null {
  const { op, input } = vector
  const source = input.source_time ? ms(input.source_time) : now
  const string = String(input.text ?? '')
  const iso = (at: number | null) => (at === null ? null : isoOf(at))
  const bounds = (of: () => { since: number | null; until: number | null }) =>
    attempt(() => {
      const { since, until } = of()
      return { since: iso(since), until: iso(until) }
    })
  switch (op) {
    case 'range':
      return bounds(() => resolveTimeRange(String(input.time_range ?? ''), optionsOf(vector, now)))
    case 'since-until':
      return bounds(() => resolveSinceUntil(text(input.since), text(input.until), optionsOf(vector, now)))
    case 'expression':
      return attempt(() => {
        const value = evaluate(string, now)
        return { value: /^DATEDIFF/i.test(string) ? value : isoOf(value) }
      })
    case 'human':
      return attempt(() => ({ value: isoOf(readHuman(string, now)) }))
    case 'timedelta':
      return attempt(() => ({ seconds: (addDelta(source, string) - source) / 1000 }))
    case 'past-timedelta':
      return attempt(() => ({ seconds: (source - subtractShift(source, string)) / 1000 }))
    case 'normalize-delta':
      return attempt(() => {
        const { unit, count } = normalizeDelta(string)
        return { unit, count }
      })
    default:
      return null
  }
}

function judge(vector: Vector, got: Answer): Verdict {
  const { expected } = vector
  if (expected.defect) return defect(vector, got)
  if ('error' in expected) {
    const isTold = !/^(Cannot parse time string|Time string is ambiguous|From date)/.test(String(expected.message))
    const isRefused = 'error' in got && got.error.startsWith('Cannot parse')
    return verdict('error' in got && (isTold || isRefused || got.error === expected.message), got)
  }
  if ('error' in got) return verdict(false, got)
  if (vector.op === 'normalize-delta') {
    const [unit, count] = Object.entries(expected)[0] ?? []
    return verdict(same(got.value, { unit: unit?.toLowerCase().replace(/s$/, ''), count }), got)
  }
  const wanted = Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, wall(value)]))
  return verdict(same(got.value, wanted), got)
}

/** `Last N hours` ends at the clock, unless an end was named. */
function defect(vector: Vector, got: Answer): Verdict {
  if ('error' in got) return verdict(/From date/.test(got.error) && typeof vector.input.relative_end === 'string', got)
  const { since, until } = got.value as { since: string | null; until: string | null }
  return verdict(since !== null && until !== null && since <= until, got)
}

export const timeRange: Player = {
  topic: 'time-range',
  play(vector: Vector, file: VectorFile) {
    const got = answer(vector, ms(vector.input.now ?? file.now ?? '2024-05-15T14:37:21'))
    return got && judge(vector, got)
  },
}
