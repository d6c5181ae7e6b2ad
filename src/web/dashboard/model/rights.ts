import type { WireDashboard } from './wire.ts'

export interface CurrentUser {
  readonly id: number
  readonly roles: readonly string[]
}

/** True for owners and for every user with a role named admin. The right to write dashboards is asked apart. */
export function canEditDashboard(
  dashboard: Pick<WireDashboard, 'owners' | 'is_managed_externally'>,
  user: CurrentUser | null,
): boolean {
  if (!user || dashboard.is_managed_externally) return false
  return isAdmin(user) || dashboard.owners.some((owner) => owner.id === user.id)
}

function isAdmin(user: CurrentUser): boolean {
  return user.roles.some((role) => role.toLowerCase() === 'admin')
}
