/** How often kept answers of datasets were given up: a part of the key of every kept answer. */
export interface Generations {
  /** Null while the answers of the dataset were never given up. */
  of(datasetId: number): string | null
  /** Answers of the dataset that are kept anywhere are never given again. */
  next(datasetId: number): Promise<void>
}

export function ownGenerations(): Generations {
  const counts = new Map<number, number>()
  return {
    of: (datasetId) => {
      const count = counts.get(datasetId)
      return count === undefined ? null : String(count)
    },
    next: async (datasetId) => {
      counts.set(datasetId, (counts.get(datasetId) ?? 0) + 1)
    },
  }
}
