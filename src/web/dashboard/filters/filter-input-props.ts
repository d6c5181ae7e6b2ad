import type { DataMasks, FilterConfig, NativeFilter } from '../../../query/data-mask/filter-config.ts'

export interface FilterInputProps {
  readonly filter: NativeFilter
  readonly value: unknown
  /** The other filters and their choices, which bound what is offered here. */
  readonly filters: readonly FilterConfig[]
  readonly masks: DataMasks
  readonly onChange: (value: unknown, label?: string) => void
  readonly onDone?: (() => void) | undefined
}
