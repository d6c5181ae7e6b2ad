import type { Saver } from './fields.ts'

/** What a user typed into a tab. */
export interface TabText {
  readonly sql: string
  readonly template_params: string | null
}

/** The text that the server has. */
interface StoredText extends TabText {
  readonly revision: number
  readonly written_by: string
  /** The browser's time of the text, in milliseconds. */
  readonly at: number
}

interface SentText extends TabText, Pick<Saver, 'place' | 'seen'> {
  readonly at: number
}

export type KeptReason = 'overwritten' | 'late' | 'removed'

interface Verdict {
  /** False for a text that is older than the stored one and was typed without having seen that. */
  readonly isTaken: boolean
  readonly isChanged: boolean
  /** The text to keep as an earlier version. */
  readonly kept: { readonly text: TabText; readonly reason: KeptReason } | null
}

const FIRST_SQL = 'SELECT ...'
/** So much of a text is worth keeping when it goes at once. */
const MANY_CHARACTERS = 200

/** Decides between the stored text of a tab and the one that is sent: the later wins, and what nobody saw go is kept. */
export function judgeSave(stored: StoredText, sent: SentText): Verdict {
  const isChanged = stored.sql !== sent.sql || stored.template_params !== sent.template_params
  if (!isChanged) return { isTaken: true, isChanged, kept: null }
  const isSeen = sent.place === stored.written_by || sent.seen === stored.revision
  if (!isSeen && sent.place !== '' && sent.at < stored.at)
    return { isTaken: false, isChanged, kept: isHeldBy(stored, sent) ? null : { text: sent, reason: 'late' } }
  if (!isSeen && !isHeldBy(sent, stored))
    return { isTaken: true, isChanged, kept: { text: stored, reason: 'overwritten' } }
  const kept = isMostRemoved(stored.sql, sent.sql) ? ({ text: stored, reason: 'removed' } as const) : null
  return { isTaken: true, isChanged, kept }
}

/** Whether nothing of a text is lost where the whole is. */
const isHeldBy = (whole: TabText, part: TabText): boolean =>
  (part.sql === FIRST_SQL || whole.sql.includes(part.sql)) &&
  (isWithoutParams(part) || whole.template_params === part.template_params)

const isWithoutParams = ({ template_params: params }: TabText) => params === null || params === '' || params === '{}'

/** Whether most of a text, and much of it, went with one change. */
function isMostRemoved(before: string, after: string): boolean {
  if (before.length < MANY_CHARACTERS) return false
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  const removed = before.length - start - end
  return removed >= MANY_CHARACTERS && removed > before.length / 2
}
