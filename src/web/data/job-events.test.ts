import { expect, it } from 'vitest'
import { createJobEvents, type JobEvent, type JobTransport } from './job-events.ts'

/** A server in memory whose clock is moved by hand. */
function world() {
  const sockets: (Parameters<JobTransport['connect']>[1] & { readonly lastId: string })[] = []
  const polls: { lastId: string; answer: (events: readonly JobEvent[]) => void }[] = []
  const timers: { ms: number; run: () => void }[] = []
  const notes: string[] = []
  const transport: JobTransport = {
    connect: (lastId, socket) => void sockets.push({ lastId, ...socket }),
    poll: (lastId) => new Promise((answer) => polls.push({ lastId, answer })),
    later: (ms, run) => timers.push({ ms, run }),
    note: (message, { id }) => notes.push(`${id}: ${message}`),
  }
  return { sockets, polls, timers, notes, events: createJobEvents(transport) }
}

const event = (id: string, status: string): JobEvent => ({ id, job_id: 'job', status, result_url: `/result/${id}` })
const never = () => new AbortController().signal
const turn = () => new Promise((resolve) => setTimeout(resolve, 0))

it('resolves with the last event of a job and only notes the others', async () => {
  const { sockets, notes, events } = world()
  const end = events.end('job', never())
  sockets[0]?.heard(event('1-1', 'running'))
  sockets[0]?.heard({ ...event('1-2', 'done'), job_id: 'another' })
  sockets[0]?.heard(event('1-3', 'done'))
  await expect(end).resolves.toMatchObject({ id: '1-3', status: 'done' })
  expect(notes).toEqual(["1-1: A chart's job is running"])
})

it('notes an end for which nobody came within six tries', () => {
  const { sockets, timers, notes, events } = world()
  void events.end('other', never())
  sockets[0]?.heard(event('1-1', 'done'))
  expect(timers).toMatchObject([{ ms: 2_100 }])
  timers[0]?.run()
  expect(notes).toEqual(['1-1: Nobody waits for the end of a job'])
})

it('asks for what came before the socket was open', () => {
  const { sockets, events } = world()
  void events.end('job', never())
  expect(sockets[0]?.lastId).toBe('0-0')
})

it('keeps an end that comes before somebody waits for it', async () => {
  const { sockets, events } = world()
  void events.end('other', never())
  sockets[0]?.heard(event('1-1', 'error'))
  await expect(events.end('job', never())).resolves.toMatchObject({ status: 'error' })
})

it('connects again after 2.5 s, six times, with the last id, then polls every half second', async () => {
  const { sockets, polls, timers, events } = world()
  const end = events.end('job', never())
  sockets[0]?.heard(event('1-1', 'running'))
  for (let tries = 0; tries < 6; tries += 1) {
    sockets.at(-1)?.ended()
    expect(timers.at(-1)?.ms).toBe(2500)
    timers.at(-1)?.run()
    expect(sockets.at(-1)?.lastId).toBe('1-1')
  }
  expect([sockets.length, polls.length]).toEqual([7, 0])
  sockets.at(-1)?.ended()
  expect(polls).toMatchObject([{ lastId: '1-1' }])
  polls[0]?.answer([event('1-2', 'running')])
  await turn()
  expect(polls[1]?.lastId).toBe('0-0')
  polls[1]?.answer([event('1-1', 'running'), event('1-2', 'running')])
  await turn()
  expect(timers.at(-1)?.ms).toBe(500)
  timers.at(-1)?.run()
  expect(polls[2]?.lastId).toBe('1-2')
  polls[2]?.answer([event('1-3', 'done')])
  await expect(end).resolves.toMatchObject({ id: '1-3' })
  await turn()
  timers.at(-1)?.run()
  expect(polls).toHaveLength(3)
})

it('starts counting anew after a socket that worked', () => {
  const { sockets, timers, polls, events } = world()
  void events.end('job', never())
  for (let tries = 0; tries < 5; tries += 1) {
    sockets.at(-1)?.ended()
    timers.at(-1)?.run()
  }
  sockets.at(-1)?.heard(event('1-1', 'running'))
  for (let tries = 0; tries < 6; tries += 1) {
    sockets.at(-1)?.ended()
    timers.at(-1)?.run()
  }
  expect(polls).toHaveLength(0)
})

it('is silent about what nobody waits for any more', async () => {
  const { sockets, events } = world()
  const gone = new AbortController()
  const end = events.end('job', gone.signal)
  gone.abort()
  await expect(end).rejects.toMatchObject({ name: 'AbortError' })
  sockets[0]?.heard(event('1-1', 'done'))
})

it('tells by the new socket which jobs the server lost when it started anew, and waits for the others', async () => {
  const { sockets, polls, timers, events } = world()
  const lost = events.end('lost', never())
  const running = events.end('job', never())
  sockets[0]?.opened()
  expect(polls).toHaveLength(0)
  sockets[0]?.ended()
  timers.at(-1)?.run()
  sockets[1]?.opened()
  const asked = events.end('asked meanwhile', never())
  polls[0]?.answer([event('2-1', 'running')])
  await expect(lost).resolves.toBeNull()
  sockets[1]?.heard(event('2-2', 'done'))
  sockets[1]?.heard({ ...event('2-3', 'done'), job_id: 'asked meanwhile' })
  await expect(running).resolves.toMatchObject({ id: '2-2' })
  await expect(asked).resolves.toMatchObject({ id: '2-3' })
})

it('calls no job lost while the server keeps as many events as it can', async () => {
  const { sockets, polls, timers, events } = world()
  const end = events.end('job', never())
  sockets[0]?.ended()
  timers.at(-1)?.run()
  sockets[1]?.opened()
  polls[0]?.answer(Array.from({ length: 1000 }, (_, i) => ({ ...event(`2-${i}`, 'running'), job_id: `${i}` })))
  await turn()
  sockets[1]?.heard(event('3-1', 'done'))
  await expect(end).resolves.toMatchObject({ id: '3-1' })
})
