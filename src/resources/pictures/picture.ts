/** A picture that somebody asked for. */
export interface Picture {
  /** What it is of, such as `chart 5`. */
  readonly of: string
  /** The mark of the rights that it was made with; it is for nobody with another. */
  readonly mark: string
  readonly status: 'Pending' | 'Computing' | 'Updated' | 'Error'
  readonly at: Date
  readonly png: Uint8Array | null
  /** Filters that it was made under. */
  readonly chosen: Readonly<Record<string, unknown>> | null
}
