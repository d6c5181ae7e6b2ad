import { HttpError } from './http.ts'

interface Words {
  /** What to say to who may not. */
  readonly forbidden: string
  /** What to say with the reason of the server. */
  readonly because: (reason: string) => string
}

/** Why something could not be saved, where the server says it; null where it does not. */
export function toldFailure(error: unknown, { forbidden, because }: Words): string | null {
  if (!(error instanceof HttpError)) return null
  if (error.status === 403 || error.message === 'Forbidden') return forbidden
  return isSilent(error) ? null : because(error.message)
}

const REASONS = ['message', 'error', 'errors', 'msg']

/** Whether the answer has a body that gives no reason; one without a body is told by its status. */
const isSilent = ({ body }: HttpError): boolean =>
  typeof body === 'object' && body !== null && !REASONS.some((name) => (body as Record<string, unknown>)[name])
