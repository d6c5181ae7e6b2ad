import { useQuery, useQueryClient } from '@tanstack/react-query'
import { http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { VersionsDialog } from '../data/versions/lazy-versions.tsx'
import { useEditedId } from './use-edited-id.ts'

interface VersionsRouteProps {
  resource: 'chart' | 'dashboard' | 'saved_query'
}

interface Named {
  readonly result: {
    readonly label?: string | null
    readonly dashboard_title?: string | null
    readonly slice_name?: string | null
  }
}

/** ?edit= in the address of the list opens the versions of a row. */
export function VersionsRoute({ resource }: VersionsRouteProps) {
  const client = useQueryClient()
  const { edited, close } = useEditedId()
  const { data } = useQuery({
    queryKey: ['name', resource, edited],
    queryFn: ({ signal }) => http.get<Named>(`/api/v1/${resource}/${edited}`, { signal }),
    enabled: typeof edited === 'number',
  })
  if (typeof edited !== 'number' || !data) return null
  return (
    <VersionsDialog
      resource={resource}
      id={edited}
      name={data.result.dashboard_title ?? data.result.slice_name ?? data.result.label ?? ''}
      onClose={close}
      onRestored={() => void invalidateList(client, resource)}
    />
  )
}
