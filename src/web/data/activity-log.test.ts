import { expect, it } from 'vitest'
import { createActivityLog, type LogEvent } from './activity-log.ts'

/** A server in memory, and a clock that is moved by hand. */
function world() {
  const sent: { path: string; events: readonly LogEvent[]; isLeaving: boolean }[] = []
  let timer: { ms: number; run: () => void } | null = null
  let ids = 0
  const log = createActivityLog({
    now: () => 1_000,
    newId: () => `id-${ids++}`,
    isVisible: () => ids < 4,
    later: (ms, run) => {
      timer = { ms, run }
      return () => {
        timer = null
      }
    },
    send: (path, events, isLeaving) => sent.push({ path, events, isLeaving }),
  })
  return { log, sent, timer: () => timer }
}

const click = { event_name: 'force_refresh_chart', event_type: 'user' } as const
const load = { event_name: 'load_chart', event_type: 'timing', duration: 12, target_id: 7 } as const

it('tells where, when, in which visit and after which act of the user something happened', () => {
  const { log, sent, timer } = world()
  log.open({ source: 'dashboard', source_id: 3 })
  log.log(click)
  log.log(load)
  expect(timer()?.ms).toBe(1_000)
  timer()?.run()
  const shared = { source: 'dashboard', source_id: 3, impression_id: 'id-0', version: 'v2', ts: 1_000 }
  expect(sent).toEqual([
    {
      path: '/superset/log/?explode=events&dashboard_id=3',
      isLeaving: false,
      events: [
        { ...shared, ...click, event_id: 'id-1', trigger_event: 'id-1', visibility: 'visible' },
        { ...shared, ...load, event_id: 'id-2', trigger_event: 'id-1', visibility: 'visible' },
      ],
    },
  ])
})

it('says that the page was hidden', () => {
  const { log, sent } = world()
  log.open({ source: 'explore', source_id: 5 })
  for (let i = 0; i < 4; i += 1) log.log(load)
  log.leave()
  expect(sent[0]?.events.map(({ visibility }) => visibility)).toEqual(['visible', 'visible', 'hidden', 'hidden'])
  expect(sent[0]).toMatchObject({ path: '/superset/log/?explode=events&slice_id=5', isLeaving: true })
})

it('sends two thousand events in two calls of at most 1,024', () => {
  const { log, sent, timer } = world()
  log.open({ source: 'dashboard', source_id: 3 })
  for (let i = 0; i < 2_000; i += 1) log.log(load)
  timer()?.run()
  expect(sent.map(({ events }) => events.length)).toEqual([1_024, 976])
})

it('takes along what came before the page was known, and sends nothing of pages that are not logged', () => {
  const { log, sent, timer } = world()
  log.log(load)
  log.open({ source: 'dashboard', source_id: 9 })
  timer()?.run()
  log.open(null)
  log.log(load)
  timer()?.run()
  log.leave()
  expect(sent.map(({ path }) => path)).toEqual(['/superset/log/?explode=events&dashboard_id=9'])
})
