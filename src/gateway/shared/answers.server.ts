/** An answer that some server made. */
export interface KeptBytes {
  readonly bytes: Uint8Array
  /** How long it may be given yet. */
  readonly leftMs: number
}

/** What is to be done for an answer: take it, make it for all servers, or make it for this one alone. */
export type Turn =
  | ({ readonly kind: 'kept' } & KeptBytes)
  | {
      readonly kind: 'make'
      /** Hands the answer to all servers. False when another server was told to make a later one. */
      keep(bytes: Uint8Array, ttlMs: number): Promise<boolean>
      /** Lets another server try. */
      giveUp(): Promise<void>
    }
  | { readonly kind: 'alone' }

/** Answers that several servers share. None of the calls fails: without the others a server goes on alone. */
export interface SharedAnswers {
  find(key: string): Promise<KeptBytes | null>
  /**
   * Waits while another server makes the answer; whoever dies over it keeps nobody waiting for more than seconds. With
   * `force` the answer is made anew, and what others make or keep under the key does not count any more.
   * Throws the signal's reason.
   */
  turn(key: string, force: boolean, signal: AbortSignal): Promise<Turn>
  /** Tells which answer is out of date: one by its key, or all (null) when news may have been missed. */
  onOutdated(tell: (key: string | null) => void): void
}
