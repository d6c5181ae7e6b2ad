import { z } from 'zod'

/** Saved settings of a chart, under their names on the wire. */
export type FormData = Readonly<Record<string, unknown>>

export interface FormField<T> {
  readonly wire: string
  readonly schema: z.ZodType<T>
}
type OptionsOf<Fields> = { readonly [K in keyof Fields]: Fields[K] extends FormField<infer T> ? T : never }

/** One option: its name in the form data, how it is read, and what it is when absent or unreadable. */
export function field<T>(wire: string, schema: z.ZodType<T>, fallback: NoInfer<T>): FormField<T> {
  return { wire, schema: schema.catch(() => fallback) as z.ZodType<T> }
}

/** Options of a chart from its form data. A value that cannot be read falls back, so an old chart still draws. */
export function formOptions<const Fields extends Record<string, FormField<unknown>>>(
  fields: Fields,
): z.ZodType<OptionsOf<Fields>> {
  return z.record(z.string(), z.unknown()).transform((form) => {
    const entries = Object.entries(fields).map(([name, { wire, schema }]) => [name, schema.parse(form[wire])])
    return Object.fromEntries(entries) as OptionsOf<Fields>
  }) as unknown as z.ZodType<OptionsOf<Fields>>
}

const numeric = z.union([z.number(), z.string().trim().min(1).transform(Number)]).refine(Number.isFinite)

export const text = (wire: string, fallback: string | null = null) =>
  field<string | null>(wire, z.string().min(1), fallback)
export const flag = (wire: string, fallback: boolean) => field(wire, z.boolean(), fallback)
export const number = (wire: string, fallback: number | null = null) => field<number | null>(wire, numeric, fallback)
export const choice = <const T extends string>(wire: string, values: readonly T[], fallback: NoInfer<T> | null) =>
  field<T | null>(wire, z.enum(values) as unknown as z.ZodType<T>, fallback)
