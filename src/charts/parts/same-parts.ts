type Settings = Readonly<Record<string, unknown>>

/** Settings that say which part it is. */
const NAMING = new Set(['id', 'name', 'type'])
/** Their marks are kept when they are emptied; pointers of a gauge and labels of a radar that were not there cannot come. */
const ALWAYS_ANEW = new Set<unknown>([
  'treemap',
  'sunburst',
  'sankey',
  'graph',
  'gauge',
  'radar',
  'tree',
  'parallel',
  'chord',
])

/**
 * Whether two ECharts options are made of the same parts with the same settings, whatever the values: merging one into a
 * picture of the other then gives the picture that drawing it anew would give. The library keeps what a later option
 * does not mention, and the order of the parts that it had first.
 */
export const haveSameParts = (before: object, next: object): boolean =>
  everyKey(before as Settings, next as Settings, (a, b) =>
    Array.isArray(a) && Array.isArray(b)
      ? a.length === b.length && a.every((part, i) => areAlike(part, b[i]))
      : areAlike(a, b),
  )

/** Lists inside a part are values, which are replaced as a whole. */
function areAlike(a: unknown, b: unknown): boolean {
  if (!isSettings(a) || !isSettings(b))
    return !isSettings(a) && !isSettings(b) && (a === undefined) === (b === undefined)
  return !ALWAYS_ANEW.has(a.type) && everyKey(a, b, (x, y, key) => (NAMING.has(key) ? x === y : areAlike(x, y)))
}

const isSettings = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function everyKey(a: Settings, b: Settings, holds: (a: unknown, b: unknown, key: string) => boolean): boolean {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && holds(a[key], b[key], key))
}
