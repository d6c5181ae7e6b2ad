import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Emulator, startEmulator } from './emulator.ts'
import { freePort } from './free-port.ts'

const FRONT = join(import.meta.dirname, '..', 'tools', 'engines', 'packages', 'snowflake-front.mjs')

/** What stands for Snowflake: an emulator, and a program before it that adds what it lacks. */
export interface TestSnowflake {
  /** Address of the schema `PUBLIC` of the database `SHOP`. */
  readonly url: string
  run(sqlText: string): Promise<void>
  /** Ends every session that is open. */
  endSessions(): Promise<void>
  stop(): Promise<void>
}

const post = async (url: string, body: unknown, token = '') => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Snowflake Token="${token}"` } : {}) },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as { success: boolean; message?: string; data: { token: string } }
}
const signIn = (url: string) => post(`${url}/session/v1/login-request`, { data: { SESSION_PARAMETERS: {} } })

export async function startSnowflake(): Promise<TestSnowflake> {
  const started: Emulator[] = []
  const inner = await freePort()
  const emulator = `http://127.0.0.1:${inner}`
  const isUp = (url: string) => async () => (await signIn(url)).success
  const command = process.env.SIGHTLINE_TEST_FAKESNOW ?? 'fakesnow'
  const args = ['-s', '--port', String(inner)]
  started.push(await startEmulator({ label: 'fakesnow', command, args, isUp: isUp(emulator) }))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const front = { label: 'the front', command: process.execPath, args: [FRONT, String(port), emulator] }
  started.push(await startEmulator({ ...front, isUp: isUp(base) }))
  const { token } = (await signIn(base)).data
  const run = async (sqlText: string) => {
    const url = `${base}/queries/v1/query-request?requestId=${randomUUID()}`
    const { success, message } = await post(url, { sqlText }, token)
    if (!success) throw new Error(`${sqlText}: ${message}`)
  }
  await run('create database shop')
  await run('create schema if not exists shop.public')
  return {
    url: `snowflake://tester:secret@127.0.0.1:${port}/shop/public?protocol=http`,
    run,
    endSessions: async () => {
      await fetch(`${base}/end-sessions`)
    },
    stop: async () => {
      for (const one of started.toReversed()) await one.stop()
    },
  }
}
