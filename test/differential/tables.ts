import type { Chance } from './random.ts'

/** What a column holds, whatever an engine calls it. */
export type Kind = 'number' | 'text' | 'flag' | 'time'
export type TypeName = 'int' | 'text' | 'double' | 'decimal' | 'flag' | 'time'

/** The columns of the generated table `facts`. */
export const COLUMNS = {
  id: 'int',
  region: 'text',
  product: 'text',
  qty: 'int',
  price: 'double',
  amount: 'decimal',
  flag: 'flag',
  sold: 'time',
} as const satisfies Record<string, TypeName>
export type ColumnName = keyof typeof COLUMNS

const KINDS: Readonly<Record<TypeName, Kind>> = {
  int: 'number',
  double: 'number',
  decimal: 'number',
  text: 'text',
  flag: 'flag',
  time: 'time',
}
export const kindOf = (name: ColumnName): Kind => KINDS[COLUMNS[name]]

export const REGIONS = ['north', 'south', "o'neill", 'Süd', 'a"b', '50%', 'under_score', '', 'back\\slash', 'North']
export const PRODUCTS = ['apple', 'pear', 'plum', 'fig']

export type Value = string | number | boolean | null
export type Facts = Readonly<Record<ColumnName, Value>>

const START = Date.UTC(2023, 10, 20)
const SECONDS = 120 * 86_400

/** Rows with gaps, odd texts and times to the second. */
export function facts(chance: Chance, count: number): Facts[] {
  const maybe = <T extends Value>(value: T, n: number) => (chance.oneIn(n) ? null : value)
  return Array.from({ length: count }, (_, id) => ({
    id,
    region: maybe(chance.pick(REGIONS), 8),
    product: chance.pick(PRODUCTS),
    qty: maybe(chance.below(60) - 10, 6),
    price: maybe(chance.below(4_000) / 4, 6),
    amount: maybe((chance.below(200_000) - 20_000) / 100, 9),
    flag: maybe(chance.oneIn(2), 5),
    sold: maybe(new Date(START + chance.below(SECONDS) * 1_000).toISOString().slice(0, 19).replace('T', ' '), 15),
  }))
}
