/** The name of a dashboard that was given none. */
export const UNTITLED = '[ untitled dashboard ]'

/** A title as it is saved: never nothing. */
export const savedTitle = (title: string | null): string => (title === null || title.trim() === '' ? UNTITLED : title)
