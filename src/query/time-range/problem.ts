/** A text of a time range that cannot be read. The message is shown to the user. */
export class TimeRangeError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'TimeRangeError'
  }
}

export const unreadable = (text: string) => new TimeRangeError(`Cannot parse time string [${text}]`)
export const ambiguous = (text: string) =>
  new TimeRangeError(`Time string is ambiguous. Please specify [${text} ago] or [${text} later].`)
export const reversed = () => new TimeRangeError('From date cannot be larger than to date')
