import { HttpError } from '../data/http.ts'
import type { Translate } from '../ui/text.ts'

/** Why signing in failed, in words. */
export function signInProblem(error: unknown, t: Translate): string {
  if (!(error instanceof HttpError)) return t('An error occurred')
  switch (error.status) {
    case 401:
      return t('Wrong user name or password')
    case 429:
      return t('Too many tries. Wait a minute, then try again.')
    case 599:
      return t('The server cannot be reached')
    default:
      return error.message
  }
}
