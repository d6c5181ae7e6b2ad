/** How often the kept answers of a dataset were given up, by its id. */
const generations = new Map<number, number>()

/** Part of the key of every kept answer of a dataset. */
export const generationOf = (datasetId: number): string | null => {
  const generation = generations.get(datasetId)
  return generation === undefined ? null : String(generation)
}

/** Answers of the dataset that are kept by this process are never given again. */
export function forgetAnswers(datasetId: number): void {
  generations.set(datasetId, (generations.get(datasetId) ?? 0) + 1)
}
