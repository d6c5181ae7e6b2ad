/** What callers have used up of a limit that counts for all servers together. */
export interface Spending {
  /** Tells the other servers that one unit of `key` was used. Nobody waits for that. */
  spend(key: string): void
  /** Calls for each unit that another server tells of. */
  onSpent(tell: (key: string) => void): void
}

export const ownSpending = (): Spending => ({ spend: () => {}, onSpent: () => {} })
