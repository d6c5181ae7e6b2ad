import { http } from '../data/http.ts'
import { text } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { goTo } from './go-to.ts'
import { dashboardPath } from './places.ts'

/** Makes an empty dashboard and opens it for arranging. */
export async function createDashboard(): Promise<void> {
  try {
    const { id } = await http.post<{ id: number }>('/api/v1/dashboard/', { dashboard_title: '[ untitled dashboard ]' })
    goTo(`${dashboardPath(id)}?edit=true`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    toast.danger(text('Sorry, there was an error saving this dashboard: {{reason}}', { reason }))
  }
}
