import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { http } from '../data/http.ts'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { type PermissionPair, permissionsByView } from './role-permissions.ts'
import { useEditedId } from './use-edited-id.ts'

/** ?edit= in the address of the list shows what a role may do. */
export function RoleDialogRoute() {
  const { edited, close } = useEditedId()
  return typeof edited === 'number' ? <RoleDialog key={edited} id={edited} onClose={close} /> : null
}

const roleQuery = (id: number) => ({
  queryKey: ['role', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const path = `/api/v1/security/roles/${id}`
    const [role, permissions] = await Promise.all([
      http.get<{ result: { name: string } }>(path, { signal }),
      http.get<{ result: readonly PermissionPair[] }>(`${path}/permissions/`, { signal }),
    ])
    return { name: role.result.name, pairs: permissions.result }
  },
})

function RoleDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { data, error, refetch } = useQuery(roleQuery(id))
  const views = permissionsByView(data?.pairs ?? [], search)
  return (
    <Dialog title={data ? t('What {{name}} may do', { name: data.name }) : t('Role')} width={640} onClose={onClose}>
      {!data && !error && <Skeleton lines={8} />}
      {error && (
        <FailedState title={t('The role could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      )}
      {data && (
        <div className="col g3">
          <TextInput
            type="search"
            ariaLabel={t('Search')}
            placeholder={t('Permission or object')}
            value={search}
            onChange={setSearch}
          />
          {views.length === 0 ? (
            <EmptyState title={data.pairs.length === 0 ? t('The role may do nothing') : t('Nothing matches')} />
          ) : (
            <table className="tbl role-table" aria-label={t('Permissions')}>
              <thead>
                <tr>
                  <th>{t('On')}</th>
                  <th>{t('Permissions')}</th>
                </tr>
              </thead>
              <tbody>
                {views.map(({ view, permissions }) => (
                  <tr key={view}>
                    <td className="b role-view">{view}</td>
                    <td className="mono role-pairs">{permissions.join(', ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </Dialog>
  )
}
