/** Does something with each of a list, so many at once; the answers are in the order of the list. Rejects with the first failure. */
export async function atOnce<T, U>(most: number, list: readonly T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const answers = new Array<U>(list.length)
  const open = list.entries()
  const take = async () => {
    for (const [at, one] of open) answers[at] = await work(one)
  }
  await Promise.all(Array.from({ length: Math.min(most, list.length) }, take))
  return answers
}
