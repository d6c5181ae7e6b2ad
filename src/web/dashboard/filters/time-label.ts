import { localeTag, type Translate } from '../../ui/text.ts'
import { dayRangeLabel, presetLabel } from '../model/time-presets.ts'

/** A time range in the language of the page; one that moves with the clock says in which zone. */
export function timeLabel(range: string, t: Translate, zone: string | null): string {
  const days = dayRangeLabel(range, localeTag() === 'en' ? 'en-GB' : localeTag())
  if (days !== null) return days
  const words = t(presetLabel(range) ?? range)
  return zone === null ? words : `${words} · ${zone}`
}
