import type { ObjectTag } from './cells.tsx'
import type { Person } from './people.ts'

export interface DashboardRow {
  readonly id: number
  readonly dashboard_title: string
  readonly slug: string | null
  readonly url: string
  readonly published: boolean
  readonly certified_by: string | null
  readonly changed_on_utc: string
  readonly owners: readonly Person[]
  readonly tags?: readonly ObjectTag[]
}
