import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawPartition } from './draw.ts'
import { isWithoutTime, PartitionOptions } from './options.ts'
import { partitionQuery } from './query.ts'

export const partition = defineChart({
  id: 'partition',
  label: RARE_LABELS.partition,
  options: PartitionOptions,
  canCrossFilter: true,
  misses: (options) =>
    isWithoutTime(options)
      ? []
      : [
          {
            setting: 'time_series_option',
            reason: 'Values over time are added up; they are not compared with each other.',
          },
        ],
  query: partitionQuery,
  draw: drawPartition,
})
