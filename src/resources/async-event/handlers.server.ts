import { channelOf } from '../../gateway/job-channel.server.ts'
import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Raw, rawJson } from '../../wire/raw.ts'
import { asyncEventRoutes as routes } from './contract.ts'

export function asyncEventEndpoints(services: Services): Endpoint[] {
  return [
    endpoint(routes.events, async ({ query }, caller, context) => {
      if (!services.featureFlags.GLOBAL_ASYNC_QUERIES) return { result: [] }
      const channel = await channelOf(services, caller, context)
      const events = await services.shared.events.after(channel.id, query.last_id ?? null)
      const answer = rawJson(JSON.stringify({ result: events }))
      if (channel.cookie === null) return answer
      return new Raw(answer.status, { ...answer.headers, 'set-cookie': channel.cookie }, answer.body)
    }),
  ]
}
