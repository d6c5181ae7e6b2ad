import { z } from 'zod'
import type { RouteShape } from '../../wire/route.ts'

/** What a tool works with: the product's own routes, asked for the caller. */
export interface Desk {
  /** A route's reply as JSON. Throws the `Problem` of a refusal. */
  ask(route: RouteShape, said?: Said): Promise<Json>
  /** `http://host:port`, for links. */
  readonly origin: string
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}
interface Said {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly q?: unknown
  readonly body?: unknown
}
export type Json = Readonly<Record<string, unknown>>

/** One tool as agents see it. */
export interface Tool {
  readonly name: string
  readonly title: string
  /** For the agent: what it gives and when it is the right one. */
  readonly description: string
  readonly input: z.ZodType
  /** Routes that it cannot do without: who lacks the pair of one is not offered the tool. */
  readonly uses: readonly RouteShape[]
  readonly effect: 'reads' | 'adds' | 'changes'
  run(input: unknown, desk: Desk): Promise<Json>
}

/** Keeps the type of the input for `run`. */
export const defineTool = <S extends z.ZodType>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: S
    run(input: z.output<S>, desk: Desk): Promise<Json>
  },
): Tool => tool as unknown as Tool

const MAX_ID = 2_147_483_647

/** Number of a stored object. */
export const id = (what: string) => z.int().positive().max(MAX_ID).describe(what)

/** Input of the tools that list. */
export const paging = {
  search: z.string().max(200).optional().describe('Only those whose name has this text in it'),
  page: z.int().min(1).max(10_000).default(1).describe('Which page, from 1'),
  page_size: z.int().min(1).max(100).default(25).describe('How many on a page'),
}

/** `q` of a list route for those inputs. */
export const listQ = (
  input: { readonly search?: string | undefined; readonly page: number; readonly page_size: number },
  by: readonly [column: string, operator: string],
) => ({
  page: input.page - 1,
  page_size: input.page_size,
  ...(input.search ? { filters: [{ col: by[0], opr: by[1], value: input.search }] } : {}),
})

/** The records of a list's reply. */
export const recordsOf = (reply: Json, key = 'result'): readonly Json[] => {
  const list = reply[key]
  return Array.isArray(list) ? list.filter(isJson) : []
}
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A part of a reply that is an object; an empty one where it is none. */
export const partOf = (reply: Json, key = 'result'): Json => {
  const part = reply[key]
  return isJson(part) ? part : {}
}

/** The fields of a record under other names; those without a value are left out. */
export function pick(record: Json, names: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, field]) => {
      const value = record[field]
      return value === null || value === undefined || value === '' ? [] : [[name, value]]
    }),
  )
}
