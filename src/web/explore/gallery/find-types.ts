interface Named {
  readonly label: string
  readonly description: string
}

/** Chart types whose name or purpose holds the text. */
export function findTypes<T extends Named>(types: readonly T[], search: string): readonly T[] {
  const needle = search.trim().toLowerCase()
  return types.filter((one) => `${one.label} ${one.description}`.toLowerCase().includes(needle))
}
