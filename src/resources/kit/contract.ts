import { z } from 'zod'
import { type RouteShape, route } from '../../wire/route.ts'
import { missing, requiredText, risonInteger, risonList, risonObject, risonText, show } from './rison-types.ts'

const KEYS = ['list_columns', 'order_columns', 'label_columns', 'description_columns', 'list_title', 'none'] as const

const INFO_KEYS = ['add_columns', 'edit_columns', 'filters', 'permissions', 'add_title', 'edit_title', 'none'] as const
const oneOf = <const K extends readonly string[]>(keys: K) =>
  z.enum(keys, {
    error: (issue) => `${show(issue.input)} is not one of [${keys.map((key) => `'${key}'`).join(', ')}]`,
  })

const COLUMN_NAMES = z
  .array(risonText(), { error: (issue) => `${show(issue.input)} is not of type 'array'` })
  .optional()

/** `q` of a list (reference: charts-dashboards A.3). Unknown keys are ignored, `-1` asks for the largest page. */
export const ListQ = risonObject()
  .pipe(
    z.looseObject({
      columns: COLUMN_NAMES,
      select_columns: COLUMN_NAMES,
      keys: z.array(oneOf(KEYS)).optional(),
      filters: z
        .array(
          risonObject().pipe(
            z.looseObject({
              col: requiredText('col'),
              opr: requiredText('opr'),
              value: z.custom<unknown>((value) => value !== undefined, { error: missing('value') }),
            }),
          ),
          { error: (issue) => `${show(issue.input)} is not of type 'array'` },
        )
        .optional(),
      order_column: risonText().optional(),
      order_direction: z
        .enum(['asc', 'desc'], { error: (issue) => `${show(issue.input)} is not one of ['asc', 'desc']` })
        .optional(),
      page: risonInteger().optional(),
      page_size: risonInteger().optional(),
    }),
  )
  .optional()
export type ListQ = z.output<typeof ListQ>

/** `q` of a single item: which columns. What is no such value is ignored. */
export const ItemQ = z
  .looseObject({ columns: z.array(z.string()).optional(), keys: z.array(z.string()).optional() })
  .optional()
  .catch(undefined)
/** `q` of `_info`: which parts. */
const InfoQ = risonObject()
  .pipe(z.looseObject({ keys: z.array(oneOf(INFO_KEYS)).optional() }))
  .optional()
const RelatedQ = z
  .looseObject({
    filter: z.string().optional(),
    page: risonInteger().optional(),
    page_size: risonInteger().optional(),
    include_ids: z.array(risonInteger()).optional(),
  })
  .optional()
/** `q` of a bulk call: a list of ids. */
export const IdsQ = risonList().pipe(z.array(risonInteger()))

/** A number in the path; anything else is 404. */
export const IdParams = z.codec(z.object({ id: z.string().regex(/^\d{1,9}$/) }), z.object({ id: z.int() }), {
  decode: ({ id }) => ({ id: Number(id) }),
  encode: ({ id }) => ({ id: String(id) }),
})
/** An id where the dialect takes any word: a word names nothing, so it is refused as an unknown id is. */
export const WordIdParams = z.codec(z.object({ id: z.string() }), z.object({ id: z.int() }), {
  decode: ({ id }) => ({ id: /^\d{1,9}$/.test(id) ? Number(id) : 0 }),
  encode: ({ id }) => ({ id: String(id) }),
})
const ColumnParams = z.object({ column: z.string() })
export const Opaque = z.looseObject({})
export const Message = z.object({ message: z.string() })

/** The read calls that every resource of the dialect has. `view` is the right-hand side of its permission pairs. */
export const listRoutes = <const V extends string>(base: string, view: V, noun: string) =>
  ({
    info: route({
      method: 'GET',
      path: `${base}/_info`,
      needs: ['can_read', view],
      object: 'none',
      q: InfoQ,
      reply: Opaque,
      summary: `What the caller may do with ${noun}`,
    }),
    list: route({
      method: 'GET',
      path: `${base}/`,
      needs: ['can_read', view],
      object: 'listed',
      q: ListQ,
      reply: Opaque,
      summary: `List ${noun}`,
    }),
    related: route({
      method: 'GET',
      path: `${base}/related/{column}`,
      needs: ['can_read', view],
      object: 'listed',
      params: ColumnParams,
      q: RelatedQ,
      reply: Opaque,
      summary: `Values that ${noun} may be related to`,
    }),
    distinct: route({
      method: 'GET',
      path: `${base}/distinct/{column}`,
      needs: ['can_read', view],
      object: 'listed',
      params: ColumnParams,
      q: RelatedQ,
      reply: Opaque,
      summary: `Distinct values of a column of ${noun}`,
    }),
  }) satisfies Record<string, RouteShape>
export type ListRoutes = ReturnType<typeof listRoutes>
