import { bootstrap } from '../app/bootstrap.ts'

const isOn = (name: string): boolean => bootstrap().common.feature_flags[name] === true

/** Roles named in a dashboard open it. */
export const hasRoleAccess = (): boolean => isOn('DASHBOARD_RBAC')
/** A click on a mark may filter the other charts. */
export const hasCrossFilters = (): boolean => isOn('DASHBOARD_CROSS_FILTERS')
/** What a save would overwrite of someone else's is shown first. */
export const confirmsOverwriting = (): boolean => isOn('CONFIRM_DASHBOARD_DIFF')
