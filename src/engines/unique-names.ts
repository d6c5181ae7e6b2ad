/** Names as they are shown: a repeated one gets `__1`, `__2`, ... unless that is taken by a column of its own. */
export function uniqueNames(names: readonly string[]): string[] {
  const own = new Set(names)
  const used = new Set<string>()
  const counts = new Map<string, number>()
  return names.map((name) => {
    if (!used.has(name)) {
      used.add(name)
      return name
    }
    let count = counts.get(name) ?? 0
    let candidate: string
    do candidate = `${name}__${++count}`
    while (used.has(candidate) || own.has(candidate))
    counts.set(name, count)
    used.add(candidate)
    return candidate
  })
}
