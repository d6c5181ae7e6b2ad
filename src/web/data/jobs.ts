import { parseJson } from '../../kernel/parse-json.ts'
import { consoleNote } from './console-note.ts'
import { http } from './http.ts'
import { createJobEvents, type JobEvent } from './job-events.ts'

const SOCKET = '/api/v1/async_event/ws'

/** What the server answers later. Loaded with the first such answer, since most servers answer at once. */
export const jobs = createJobEvents({
  connect: (lastId, { opened, heard, ended }) => {
    const url = new URL(SOCKET, location.href.replace(/^http/, 'ws'))
    url.searchParams.set('last_id', lastId)
    const socket = new WebSocket(url)
    socket.addEventListener('open', opened, { once: true })
    socket.addEventListener('message', ({ data }) => heard(parseJson(String(data)) as JobEvent))
    socket.addEventListener('close', ended, { once: true })
  },
  poll: async (lastId) => {
    const search = `?${new URLSearchParams({ last_id: lastId })}`
    const { result } = await http.get<{ result: readonly JobEvent[] }>(`/api/v1/async_event/${search}`, { quiet: true })
    return result
  },
  later: (ms, run) => void setTimeout(run, ms),
  note: (message, event) => consoleNote('info', message, event),
})
