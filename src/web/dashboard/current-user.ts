import { bootstrap } from '../app/bootstrap.ts'
import type { CurrentUser } from './model/rights.ts'

/** Who looks at the page, as far as rights on a dashboard need it. */
export function currentUser(): CurrentUser | null {
  const { user } = bootstrap()
  return user && { id: user.userId, roles: Object.keys(user.roles) }
}
