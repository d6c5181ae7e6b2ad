import type { VectorFile } from '../player.ts'
import { type OrdersServer, ordersServer } from './orders.ts'

const NOON = '2024-05-15T14:37:21'
let running: Promise<OrdersServer> | null = null

/** The one server that all topics of requests are played against. */
export function runningServer({ dir, now }: VectorFile): Promise<OrdersServer> | null {
  if (!dir) return null
  running ??= ordersServer(dir, now ?? NOON)
  return running
}

/** Ends the server; the next topic starts one of its own. */
export async function stopServer(): Promise<void> {
  const server = await running?.catch(() => null)
  running = null
  await server?.stop()
}
