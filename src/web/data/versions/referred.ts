import { http } from '../http.ts'

/** What a version holds by its number. */
export interface Referred {
  readonly resource: 'theme' | 'dataset' | 'database'
  readonly id: number
}

const RESOURCES: Readonly<Record<string, Referred['resource']>> = {
  theme_id: 'theme',
  datasource_id: 'dataset',
  db_id: 'database',
}
const NAMES = { theme: 'theme_name', dataset: 'table_name', database: 'database_name' } as const

/** What the value of a field or setting stands for; null for a value that stands for itself. */
export function referredBy(key: string, value: unknown): Referred | null {
  const resource = Object.hasOwn(RESOURCES, key) ? RESOURCES[key] : undefined
  return resource && typeof value === 'number' ? { resource, id: value } : null
}

export const nameKey = ({ resource, id }: Referred) => `${resource} ${id}`

/** The name; null for what is gone or not for the reader. */
export const nameQuery = ({ resource, id }: Referred) => ({
  queryKey: ['version-name', resource, id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<string | null> => {
    const name = NAMES[resource]
    const path = `/api/v1/${resource}/${id}?q=${encodeURIComponent(`(columns:!(${name}))`)}`
    try {
      return (await http.get<{ result: Readonly<Record<string, string>> }>(path, { signal })).result[name] ?? null
    } catch {
      return null
    }
  },
})
