import { localeTag, type Translate } from '../../ui/text.ts'
import { dayRangeLabel, presetLabel } from '../model/time-presets.ts'

/** A time range in the language of the page. */
export function timeLabel(range: string, t: Translate): string {
  const preset = presetLabel(range)
  if (preset !== null) return t(preset)
  return dayRangeLabel(range, localeTag() === 'en' ? 'en-GB' : localeTag()) ?? range
}
