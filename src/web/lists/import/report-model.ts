import type { ImportReport, ReportedObject, ReportedSetting } from '../../../resources/kit/transfer.ts'

/** What an import may do. */
export type ImportPlan = 'refused' | 'nothing' | 'create' | 'overwrite'

/** What the report leads to: only objects of the archive's own kind ask before they are written over. */
export function planOf({ objects, problems }: ImportReport): ImportPlan {
  if (problems.length > 0 || objects.length === 0) return 'refused'
  if (objects.some(({ outcome }) => outcome === 'overwritten')) return 'overwrite'
  return objects.every(({ outcome }) => outcome === 'unchanged') ? 'nothing' : 'create'
}

/** Whether the import must say that it may write over what is there. */
export const needsOverwrite = (kind: ReportedObject['kind'], { objects }: ImportReport): boolean =>
  objects.some((object) => object.kind === kind && object.exists) ||
  objects.some(({ outcome }) => outcome === 'overwritten')

export interface UnmappedObject {
  readonly file: string
  readonly name: string
  readonly settings: readonly ReportedSetting[]
}

/** Settings that are not used, by the object that has them. */
export function unmappedObjects(unmapped: readonly ReportedSetting[]): UnmappedObject[] {
  const byFile = Map.groupBy(unmapped, ({ file }) => file)
  return [...byFile].map(([file, settings]) => ({ file, name: settings[0]?.name ?? file, settings }))
}

const MAX_VALUE = 60

/** A setting's value in few words. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}
