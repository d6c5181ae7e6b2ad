import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openFrontDoor } from './front-door.ts'

const LIMIT_MS = 300
const PATIENT_MS = 2_000
const LARGE = Buffer.alloc(64 * 1024 * 1024, 'x')

it('ends a reader who takes nothing of an answer, and lets those wait who wait for one', async () => {
  const door = await openFrontDoor({ host: '127.0.0.1', port: 0, isPortFixed: true, stalledMs: LIMIT_MS })
  const ended = Promise.withResolvers<boolean>()
  door.handOver(({ url }, response) => {
    if (url === '/late') return void setTimeout(() => response.end('here'), LIMIT_MS * 4)
    response.on('close', () => ended.resolve(response.writableFinished))
    response.end(LARGE)
  })
  const late = new Promise<string>((resolve, reject) => {
    request({ port: door.port, path: '/late' }, (answer) => void text(answer).then(resolve, reject))
      .on('error', reject)
      .end()
  })
  const stalled = connect(door.port, '127.0.0.1', () => stalled.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n'))
  stalled.pause()
  expect(await ended.promise).toBe(false)
  expect(await late).toBe('here')
  stalled.destroy()
  await door.close(AbortSignal.abort())
})

it('gives a slow reader all of a large answer, as long as it goes on', async () => {
  const door = await openFrontDoor({ host: '127.0.0.1', port: 0, isPortFixed: true, stalledMs: PATIENT_MS })
  door.handOver((_, response) => void response.end(LARGE))
  let taken = 0
  let pieces = 0
  await new Promise<void>((resolve, reject) => {
    request({ port: door.port, path: '/', agent: false }, async (answer) => {
      for await (const piece of answer) {
        taken += (piece as Buffer).length
        pieces += 1
        if (pieces % 40 === 0) await pause(PATIENT_MS / 20)
      }
      resolve()
    })
      .on('error', reject)
      .end()
  })
  expect(taken).toBe(LARGE.length)
  await door.close(AbortSignal.abort())
})

it('gives who reads on all of an answer while the server stops, and closes a connection once it has its answer', async () => {
  const door = await openFrontDoor({ host: '127.0.0.1', port: 0, isPortFixed: true })
  door.handOver((_, response) => void response.end(LARGE))
  let taken = 0
  let closed: Promise<void> | null = null
  await new Promise<void>((resolve, reject) => {
    request({ port: door.port, path: '/', agent: new Agent({ keepAlive: true }) }, async (answer) => {
      try {
        for await (const piece of answer) {
          taken += (piece as Buffer).length
          closed ??= door.close(AbortSignal.timeout(60_000))
          if (taken < LARGE.length / 8) await pause(PATIENT_MS / 200)
        }
        resolve()
      } catch (cause) {
        reject(cause)
      }
    })
      .on('error', reject)
      .end()
  })
  expect(taken).toBe(LARGE.length)
  const answeredAt = performance.now()
  await closed
  expect(performance.now() - answeredAt).toBeLessThan(10_000)
})
