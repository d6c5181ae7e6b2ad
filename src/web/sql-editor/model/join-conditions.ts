/** A table of FROM with its columns, as a condition of ON may name it. */
export interface JoinSide {
  readonly alias: string
  /** Its own name without a schema; null for a sub-query or a common table expression. */
  readonly table: string | null
  readonly columns: readonly { readonly name: string; readonly isKey: boolean }[]
}

/** Two columns that belong together, the one of the table that is joined last. */
export interface JoinPair {
  readonly left: { readonly alias: string; readonly column: string }
  readonly right: { readonly alias: string; readonly column: string }
}

const LOOKS_LIKE_KEY = /(^|_)(id|key|code|no|uuid)$/i

/** Pairs of columns to join the last side by, keys first: of the same name, or `id` and the table's name with `_id`. */
export function joinPairs(sides: readonly JoinSide[]): readonly JoinPair[] {
  const joined = sides.at(-1)
  if (joined === undefined) return []
  const found = sides.slice(0, -1).flatMap((before) =>
    before.columns.flatMap((left) =>
      joined.columns
        .filter((right) => belongs(before, left.name, joined, right.name))
        .map((right) => ({
          isKey: left.isKey || right.isKey || LOOKS_LIKE_KEY.test(left.name) || LOOKS_LIKE_KEY.test(right.name),
          pair: {
            left: { alias: before.alias, column: left.name },
            right: { alias: joined.alias, column: right.name },
          },
        })),
    ),
  )
  return [...found.filter((one) => one.isKey), ...found.filter((one) => !one.isKey)].map((one) => one.pair)
}

function belongs(before: JoinSide, left: string, joined: JoinSide, right: string): boolean {
  if (left.toLowerCase() === right.toLowerCase()) return left.toLowerCase() !== 'id'
  return isReference(left, joined.table, right) || isReference(right, before.table, left)
}

/** Whether a column such as customer_id names the id of customers. */
function isReference(column: string, table: string | null, id: string): boolean {
  if (table === null || id.toLowerCase() !== 'id') return false
  const stem = /^(.+)_id$/i.exec(column)?.[1]?.toLowerCase()
  const name = table.toLowerCase()
  return stem !== undefined && [stem, `${stem}s`, `${stem}es`, stem.replace(/y$/, 'ies')].includes(name)
}
