/** Saved settings of a chart, under their names on the wire. */
export type FormData = Readonly<Record<string, unknown>>

/** Reads a saved value; undefined is a value that cannot be read. */
export type Reader<T> = (value: unknown) => T | undefined

export interface FormField<T> {
  readonly wire: string
  read(value: unknown): T
}
type OptionsOf<Fields> = { readonly [K in keyof Fields]: Fields[K] extends FormField<infer T> ? T : never }

/** Turns form data into the options of one chart type. Never fails: old charts hold anything. */
export interface OptionsReader<Options> {
  parse(form: unknown): Options
}
export type ReadOptions<R> = R extends OptionsReader<infer Options> ? Options : never

/** One option: its name in the form data, how it is read, and what it is when absent or unreadable. */
// Hand-written readers instead of zod: they are 26 kB less before the first chart (measured, gzip).
export function field<T>(wire: string, read: Reader<T>, fallback: NoInfer<T>): FormField<T> {
  return {
    wire,
    read: (value) => {
      const known = read(value)
      return known === undefined ? fallback : known
    },
  }
}

/** Options of a chart from its form data. A value that cannot be read falls back, so an old chart still draws. */
export function formOptions<const Fields extends Record<string, FormField<unknown>>>(
  fields: Fields,
): OptionsReader<OptionsOf<Fields>> {
  return {
    parse: (form) => {
      const saved = asRecord(form) ?? {}
      const entries = Object.entries(fields).map(([name, one]) => [name, one.read(saved[one.wire])])
      return Object.fromEntries(entries) as OptionsOf<Fields>
    },
  }
}

export const asRecord: Reader<FormData> = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormData) : undefined
export const asText: Reader<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined)
export const asFlag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const asNumber: Reader<number> = (value) => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** One of a few words. */
export function oneOf<const T extends string>(values: readonly T[]): Reader<T> {
  return (value) => values.find((one) => one === value)
}

/** A list without what cannot be read; a single value counts as a list of one. */
export function listOf<T>(item: Reader<T>): (value: unknown) => readonly T[] {
  return (value) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : value == null ? [] : [value]
    return values.flatMap((one) => {
      const known = item(one)
      return known === undefined ? [] : [known]
    })
  }
}

/** A record whose unreadable values are left out. */
export function recordOf<T>(item: Reader<T>): Reader<Readonly<Record<string, T>>> {
  return (value) => {
    const record = asRecord(value)
    if (record === undefined) return undefined
    return Object.fromEntries(
      Object.entries(record).flatMap(([name, one]) => {
        const known = item(one)
        return known === undefined ? [] : [[name, known]]
      }),
    )
  }
}

export const text = (wire: string, fallback: string | null = null) => field<string | null>(wire, asText, fallback)
export const flag = (wire: string, fallback: boolean) => field(wire, asFlag, fallback)
export const number = (wire: string, fallback: number | null = null) => field<number | null>(wire, asNumber, fallback)
export const choice = <const T extends string>(wire: string, values: readonly T[], fallback: NoInfer<T> | null) =>
  field<T | null>(wire, oneOf(values), fallback)
