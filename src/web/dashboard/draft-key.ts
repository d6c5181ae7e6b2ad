import { currentUser } from './current-user.ts'

/** Where this browser keeps what its user changed of a dashboard and did not save. */
export const draftKey = (dashboardId: number): string =>
  `sightline.dashboard-draft.${currentUser()?.id ?? ''}.${dashboardId}`
