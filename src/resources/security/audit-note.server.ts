import type { Services } from '../../gateway/services.server.ts'
import type { Caller } from '../../wire/caller.ts'
import type { RequestContext } from '../../wire/request-context.server.ts'

/** Records a change of rights. */
export const note = (
  services: Services,
  caller: Caller,
  context: RequestContext,
  action: string,
  object: string,
  detail: Record<string, unknown> = {},
) =>
  services.audit({
    actor: caller.username,
    action,
    object,
    outcome: 'ok',
    ip: context.ip,
    requestId: context.requestId,
    detail,
  })
