import { HttpError } from '../data/http.ts'
import { text } from '../ui/text.ts'

/** Why a dashboard could not be saved, in the words that are known for it. */
export const dashboardSaveFailure = (error: unknown): string =>
  toldFailure(error) ?? text('Sorry, an unknown error occurred')

/** Why something that belongs to a dashboard could not be saved; no reason has a full stop there. */
export const saveFailure = (error: unknown): string => toldFailure(error) ?? text('Sorry, an unknown error occurred.')

function toldFailure(error: unknown): string | null {
  if (!(error instanceof HttpError)) return null
  if (error.status === 403 || error.message === 'Forbidden') {
    return text('You do not have permission to edit this dashboard')
  }
  if (isSilent(error)) return null
  return text('Sorry, there was an error saving this dashboard: {{reason}}', { reason: error.message })
}

const REASONS = ['message', 'error', 'errors', 'msg']

/** Whether the answer has a body that gives no reason; one without a body is told by its status. */
const isSilent = ({ body }: HttpError): boolean =>
  typeof body === 'object' && body !== null && !REASONS.some((name) => (body as Record<string, unknown>)[name])
