import { randomUUID } from 'node:crypto'
import { bodyText } from '../http-client.server.ts'
import { CLOCK, type ClickhouseClient, type SessionPart } from './client.server.ts'

/** What sends statements: the client, or the client for a session. */
export type Sender = Pick<ClickhouseClient, 'send'>

/** A session on the server, which keeps what its statements set, and their temporary tables. */
export interface Held extends Sender {
  /** Ends the session with all that it keeps; where the server cannot be reached it ends after a while. */
  close(): Promise<void>
}

const BEGIN_MS = 20_000
const END_MS = 15_000
const FORMAT = 'JSONCompactEachRow'

/** Begins a session on the clock of any other statement, as far as the account may set one. */
export async function openSession(client: ClickhouseClient): Promise<Held> {
  const id = randomUUID()
  const say = async (sql: string, step: SessionPart['step'], timeoutMs: number) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const isWrite = step === 'first'
    const session = { id, step }
    await bodyText(await client.send({ sql, database: null, format: FORMAT, timeoutMs, isWrite, session, signal }))
  }
  await say((await client.takesSettings()) ? BEGINNING : 'SELECT 1', 'first', BEGIN_MS)
  return {
    send: (statement) => client.send({ ...statement, session: { id, step: 'next' } }),
    close: async () => {
      // After a stopped statement the session is still its own for a moment; nobody waits for that.
      say('SELECT 1', 'last', END_MS).catch(() => {})
    },
  }
}

const BEGINNING = `SET ${Object.entries(CLOCK)
  .map(([name, value]) => `${name} = '${value}'`)
  .join(', ')}`
