import { randomUuid } from '../../kernel/random-id.ts'
import { type Activity, type ActivityPlace, createActivityLog, type LogEvent } from './activity-log.ts'
import { currentGuestToken, http } from './http.ts'

const log = createActivityLog({
  now: () => Date.now(),
  newId: randomUuid,
  isVisible: () => document.visibilityState === 'visible',
  later: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  send,
})

/** Tells the server what happens on the open page; many events within a second travel together. */
export const logActivity = (activity: Activity): void => log.log(activity)

/** Says which page is open; null for one of which nothing is logged. */
export const openActivityPlace = (place: ActivityPlace | null): void => log.open(place)

/** Sends what waits, as the page may be gone in a moment. */
export const leaveActivityLog = (): void => log.leave()

function send(path: string, events: readonly LogEvent[], isLeaving: boolean): void {
  const token = currentGuestToken()
  const guest = token === null ? {} : { guest_token: token }
  if (isLeaving) navigator.sendBeacon(path, new URLSearchParams({ events: JSON.stringify(events), ...guest }))
  else http.form(path, { events, ...guest }, { quiet: true }).catch(() => undefined)
}
