import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { mcpRoutes } from './contract.ts'

/** The tools are loaded with the first message, as most servers never get one. */
export function mcpEndpoints({ log }: Services): Endpoint[] {
  return [
    endpoint(mcpRoutes.message, async ({ body }, caller, context) => {
      const { answerMessages } = await import('./messages.server.ts')
      return answerMessages(body, { caller, context, log })
    }),
  ]
}
