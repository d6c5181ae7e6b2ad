import { HttpError } from '../data/http.ts'
import type { Translate } from '../ui/text.ts'

/** The families of failures that are shown each in their own way. */
type ProblemKind = 'connection' | 'permission' | 'sql' | 'timeout' | 'template' | 'payload' | 'session' | 'other'

export interface ProblemMessage {
  readonly kind: ProblemKind
  /** What happened. */
  readonly title: string
  /** Why, as the server or the engine says it. */
  readonly reason: string
  /** What to do next, or nothing. */
  readonly next: string
}

const KINDS: readonly (readonly [RegExp, ProblemKind])[] = [
  [/^CONNECTION_(DATABASE_TIMEOUT)|BACKEND_TIMEOUT|SQLLAB_TIMEOUT|FRONTEND_TIMEOUT/, 'timeout'],
  [/^CONNECTION_|DATABASE_NOT_FOUND|OAUTH2/, 'connection'],
  [/ACCESS_ERROR|MISSING_OWNERSHIP|DML_NOT_ALLOWED/, 'permission'],
  [/TEMPLATE_PARAMS/, 'template'],
  [/INVALID_PAYLOAD|MARSHMALLOW/, 'payload'],
  [/FRONTEND_CSRF/, 'session'],
  [/SYNTAX|INVALID_SQL|DOES_NOT_EXIST|DB_ENGINE|INVALID_C[TV]AS|ADHOC_SUBQUERY|TABLE_NOT_FOUND|COLUMN_/, 'sql'],
]

const TITLE = {
  connection: 'The database cannot be reached',
  permission: 'You do not have access',
  sql: 'The statement failed',
  timeout: 'Request timed out',
  template: 'A template value is missing or wrong',
  payload: 'Invalid input',
  session: 'Your session ended',
  other: 'An error occurred',
} as const satisfies Record<ProblemKind, string>

const NEXT = {
  connection: 'Test the connection, or ask who looks after it.',
  permission: 'Ask its owner or an administrator for access.',
  sql: '',
  timeout: 'Ask for fewer rows or a shorter time range, then try again.',
  template: 'Give every value that the template asks for.',
  payload: '',
  session: 'Sign in again to go on.',
  other: '',
} as const satisfies Record<ProblemKind, string>

/** A failure in words: what, why, next step. */
export function problemMessage(error: unknown, t: Translate): ProblemMessage {
  const kind = error instanceof HttpError ? kindOf(error) : 'other'
  return { kind, title: t(TITLE[kind]), reason: reasonOf(error, t), next: NEXT[kind] === '' ? '' : t(NEXT[kind]) }
}

function reasonOf(error: unknown, t: Translate): string {
  if (error instanceof HttpError) return t(error.message)
  return error instanceof Error ? t('Unexpected error: {{error}}', { error: error.message }) : t('Unknown error')
}

function kindOf(error: HttpError): ProblemKind {
  const type = error.errors[0]?.error_type ?? ''
  const known = KINDS.find(([pattern]) => pattern.test(type))?.[1]
  return known ?? kindOfStatus(error.status)
}

function kindOfStatus(status: number): ProblemKind {
  switch (status) {
    case 401:
      return 'session'
    case 403:
      return 'permission'
    case 400:
    case 422:
      return 'payload'
    case 408:
    case 504:
      return 'timeout'
    default:
      return 'other'
  }
}
