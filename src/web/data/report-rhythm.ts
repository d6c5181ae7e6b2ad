/** How often a report is sent, as the form asks it; `custom` is any other crontab. */
export type Rhythm =
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly time: string }
  | { readonly every: 'week'; readonly time: string; readonly weekday: number }
  | { readonly every: 'month'; readonly time: string; readonly day: number }
  | { readonly every: 'custom' }
export type Every = Rhythm['every']

const NINE = '09:00'

/** The crontab of a rhythm; null for one that only the crontab itself tells. */
export function crontabOf(rhythm: Rhythm): string | null {
  switch (rhythm.every) {
    case 'hour':
      return `${rhythm.minute} * * * *`
    case 'day':
      return `${clock(rhythm.time)} * * *`
    case 'week':
      return `${clock(rhythm.time)} * * ${rhythm.weekday}`
    case 'month':
      return `${clock(rhythm.time)} ${rhythm.day} * *`
    case 'custom':
      return null
  }
}

/** The rhythm that a crontab tells. */
export function rhythmOf(crontab: string): Rhythm {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = crontab.trim().split(/\s+/)
  if (rest.length > 0 || month !== '*' || !isBelow(minute, 60)) return { every: 'custom' }
  if ([hour, day, weekday].every((field) => field === '*')) return { every: 'hour', minute: Number(minute) }
  if (!isBelow(hour, 24)) return { every: 'custom' }
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (day === '*' && weekday === '*') return { every: 'day', time }
  if (day === '*' && isBelow(weekday, 8)) return { every: 'week', time, weekday: Number(weekday) % 7 }
  if (weekday === '*' && isBelow(day, 32) && Number(day) > 0) return { every: 'month', time, day: Number(day) }
  return { every: 'custom' }
}

/** Another rhythm that keeps the time of day. */
export function withEvery(rhythm: Rhythm, every: Every): Rhythm {
  const time = 'time' in rhythm ? rhythm.time : NINE
  switch (every) {
    case 'hour':
      return { every, minute: 0 }
    case 'day':
      return { every, time }
    case 'week':
      return { every, time, weekday: 1 }
    case 'month':
      return { every, time, day: 1 }
    case 'custom':
      return { every }
  }
}

const isBelow = (text: string, limit: number) => /^\d{1,2}$/.test(text) && Number(text) < limit

function clock(time: string): string {
  const [hour = '9', minute = '0'] = time.split(':')
  return `${Number(minute)} ${Number(hour)}`
}
