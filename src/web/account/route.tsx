import { AccountPage } from './account-page.tsx'

export const accountRoute = { path: ['/user_info/'], Component: AccountPage }
