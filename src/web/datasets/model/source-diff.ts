import { type ColumnDraft, type Draft, newColumn } from './draft.ts'
import type { SourceColumn } from './wire.ts'

interface TypeChange {
  readonly key: string
  readonly name: string
  readonly from: string
  readonly to: string
  readonly kind: number | null
  readonly isTemporal: boolean
}

/** How the columns of the source differ from those of the draft. Calculated columns have no part in it. */
export interface SourceDiff {
  readonly added: readonly SourceColumn[]
  readonly removed: readonly ColumnDraft[]
  readonly changed: readonly TypeChange[]
}

export function diffColumns(columns: readonly ColumnDraft[], source: readonly SourceColumn[]): SourceDiff {
  const present = columns.filter((column) => !column.isRemoved)
  const names = new Set(present.map((column) => column.name))
  const bySource = new Map(source.map((column) => [column.column_name, column]))
  const plain = present.filter((column) => !column.isCalculated)
  return {
    added: source.filter((column) => !names.has(column.column_name)),
    removed: plain.filter((column) => !bySource.has(column.name)),
    changed: plain.flatMap((column) => {
      const now = bySource.get(column.name)
      if (!now || isSameType(column, now)) return []
      return [
        {
          key: column.key,
          name: column.name,
          from: column.type,
          to: now.type ?? '',
          kind: now.type_generic,
          isTemporal: now.is_dttm,
        },
      ]
    }),
  }
}

export const isSame = (diff: SourceDiff): boolean => diff.added.length + diff.removed.length + diff.changed.length === 0

/** Brings the draft to the source. A column struck out before comes back with its id, so that charts keep it. */
export function applyDiff(draft: Draft, diff: SourceDiff): Draft {
  const added = new Map(diff.added.map((column) => [column.column_name, column]))
  const changed = new Map(diff.changed.map((change) => [change.key, change]))
  const removed = new Set(diff.removed.map((column) => column.key))
  const bringOver = (column: ColumnDraft): readonly ColumnDraft[] => {
    const back = comesBack(column) ? added.get(column.name) : undefined
    if (back && added.delete(column.name))
      return [{ ...column, isRemoved: false, ...(isSameType(column, back) ? {} : sourceType(back)) }]
    const change = changed.get(column.key)
    return [change ? { ...column, type: change.to, kind: change.kind, isTemporal: change.isTemporal } : column]
  }
  const kept = draft.columns.flatMap((column) => (removed.has(column.key) ? struckOut(column) : bringOver(column)))
  const fresh = [...added.values()].map((column) =>
    newColumn(`source-${column.column_name}`, {
      name: column.column_name,
      ...sourceType(column),
    }),
  )
  return { ...draft, columns: [...kept, ...fresh] }
}

const comesBack = (column: ColumnDraft): boolean => column.isRemoved && !column.isCalculated
const struckOut = (column: ColumnDraft): readonly ColumnDraft[] =>
  column.id === null ? [] : [{ ...column, isRemoved: true }]
const isSameType = (column: ColumnDraft, source: SourceColumn): boolean =>
  source.isRough
    ? source.type_generic === null || source.type_generic === column.kind
    : (source.type ?? '') === column.type
const sourceType = ({ type, type_generic, is_dttm }: SourceColumn) => ({
  type: type ?? '',
  kind: type_generic,
  isTemporal: is_dttm,
})
