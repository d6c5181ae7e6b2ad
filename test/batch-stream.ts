import { request } from 'node:http'
import type { TestClient } from './server.ts'

interface BatchLine {
  readonly id: string
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any
}

/** The lines of a batch as they come; `close` leaves before the end. */
export function batchStream(client: TestClient, body: unknown) {
  const lines: BatchLine[] = []
  const waiting: (() => void)[] = []
  const ended = Promise.withResolvers<void>()
  let rest = ''
  const call = request(`${client.base}/api/v1/chart/data/batch`, {
    method: 'POST',
    headers: { cookie: client.cookie, 'content-type': 'application/json' },
  })
  call.on('response', (answer) => {
    answer.setEncoding('utf8')
    answer.on('data', (text: string) => {
      const parts = (rest + text).split('\n')
      rest = parts.pop() ?? ''
      for (const part of parts) lines.push(JSON.parse(part))
      for (const tell of waiting.splice(0)) tell()
    })
    answer.on('end', ended.resolve)
    answer.on('error', () => ended.resolve())
  })
  call.on('error', () => ended.resolve())
  call.end(JSON.stringify(body))
  const upTo = async (count: number) => {
    while (lines.length < count) await new Promise<void>((tell) => waiting.push(tell))
    return lines
  }
  return { lines, upTo, ended: ended.promise, close: () => call.destroy() }
}
