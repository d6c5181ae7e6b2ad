import { toString as describe } from 'cronstrue'
import 'cronstrue/locales/de.js'

/** A crontab in German words: `Um 09:00, nur jeden Montag`; what it cannot tell stays as it is. */
export function crontabInGerman(crontab: string): string {
  try {
    return describe(crontab, { locale: 'de', use24HourTimeFormat: true })
  } catch {
    return crontab
  }
}
