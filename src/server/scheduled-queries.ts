import { readFileSync } from 'node:fs'
import { z } from 'zod'

const Property = z.looseObject({
  type: z.enum(['string', 'number', 'integer', 'boolean', 'array']),
  title: z.string().optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  default: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
})
const Scheduled = z.looseObject({
  JSONSCHEMA: z.looseObject({
    title: z.string().optional(),
    properties: z.record(z.string(), Property),
    required: z.array(z.string()).optional(),
  }),
  VALIDATION: z
    .array(
      z.looseObject({
        name: z.enum(['greater', 'greater_equal', 'less', 'less_equal']),
        arguments: z.tuple([z.string(), z.string()]),
        message: z.string(),
        container: z.string(),
      }),
    )
    .optional(),
})

/** The form of scheduled queries from a JSON file (reference: sql-editor E.1). Throws an Error with words for an operator. */
export function scheduledQueriesIn(path: string): Readonly<Record<string, unknown>> {
  const parsed = Scheduled.safeParse(JSON.parse(readFileSync(path, 'utf8')))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`${issue?.path.join('.')}: ${issue?.message}`)
}
