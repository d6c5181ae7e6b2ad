import type { Caller } from '../wire/caller.ts'
import type { RequestContext } from '../wire/request-context.server.ts'
import type { AuditEvent } from './services.server.ts'

/** An event of the audit log for a request that was carried out. */
export const auditEvent = (
  action: string,
  object: string,
  caller: Caller,
  context: Pick<RequestContext, 'ip' | 'requestId'>,
  detail?: Record<string, unknown>,
): AuditEvent => ({
  actor: caller.username,
  action,
  object,
  outcome: 'ok',
  ip: context.ip,
  requestId: context.requestId,
  ...(detail === undefined ? {} : { detail }),
})
