/** 0 or 1: SQLite and PostgreSQL keep flags as integers, so both give the same value. */
export type Flag = 0 | 1
/** An instant as ISO text in UTC with milliseconds, so that text order is time order. */
export type Instant = string
/** JSON as text; the owner of the column parses it. */
export type JsonText = string

export interface Stamped {
  created_on: Instant
  changed_on: Instant
  created_by: number | null
  changed_by: number | null
}
