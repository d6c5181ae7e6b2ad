import { Cron } from 'croner'
import { toString as describe } from 'cronstrue'

const FIVE_FIELDS = /^\S+(?: \S+){4}$/

/** True for five fields of a crontab that fire some day. */
export function isCrontab(text: string): boolean {
  try {
    return nextRun({ crontab: text, timezone: 'UTC' }, new Date(0)) !== null
  } catch {
    return false
  }
}

interface Schedule {
  readonly crontab: string
  /** IANA name of the zone whose clock the crontab is read by. */
  readonly timezone: string
}

/** The first instant after another at which a schedule fires, null for never. Throws for what is no schedule. */
export function nextRun({ crontab, timezone }: Schedule, after: Date): Date | null {
  const text = crontab.trim().replace(/\s+/g, ' ')
  if (!FIVE_FIELDS.test(text)) throw new RangeError('a crontab has five fields')
  return new Cron(text, { mode: '5-part', timezone, paused: true }).nextRun(after)
}

/** The last instant in a span up to `now` at which a schedule fires that was due at `due`; null for none. */
export function lastRunWithin(schedule: Schedule, due: Date, now: Date, spanMs: number): Date | null {
  const begin = new Date(now.getTime() - spanMs)
  let last: Date | null = null
  for (
    let run = due >= begin ? due : nextRun(schedule, begin);
    run !== null && run <= now;
    run = nextRun(schedule, run)
  )
    last = run
  return last
}

/** A crontab in words: `At 09:00 AM, only on Monday`. */
export function crontabInWords(crontab: string): string {
  try {
    return describe(crontab)
  } catch {
    return crontab
  }
}
