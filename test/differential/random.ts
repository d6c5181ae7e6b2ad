/** Repeatable chance: the same seed makes the same tables and questions (mulberry32). */
export interface Chance {
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  /** True once in `n`. */
  oneIn(n: number): boolean
  pick<T>(items: readonly T[]): T
  /** Some of the items, each once, in their order. */
  some<T>(items: readonly T[], most: number): T[]
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T
  return {
    below,
    oneIn: (n) => below(n) === 0,
    pick,
    some: (items, most) => {
      const count = below(Math.min(most, items.length) + 1)
      const left = [...items.keys()]
      const taken = Array.from({ length: count }, () => left.splice(below(left.length), 1)[0] as number)
      return taken.sort((a, b) => a - b).map((i) => items[i] as (typeof items)[number])
    },
  }
}
