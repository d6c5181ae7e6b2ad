const WORDS = /^(an?|\d+) (second|minute|hour|day|month|year)s? ago$/

/** How long ago something was, from the server's English (`2 hours ago`, `an hour ago`, `now`) in another language. */
export function agoIn(tag: string, english: string): string {
  if (tag === 'en') return english
  const relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' })
  if (english === 'now') return relative.format(0, 'second')
  const [, count = '', unit] = WORDS.exec(english) ?? []
  if (unit === undefined) return english
  return relative.format(-(Number.parseInt(count, 10) || 1), unit as Intl.RelativeTimeFormatUnit)
}
