import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawWordCloud } from './draw.ts'
import { WordCloudOptions } from './options.ts'
import { wordCloudQuery } from './query.ts'

export const wordCloud = defineChart({
  id: 'word_cloud',
  label: LATER_LABELS.word_cloud,
  options: WordCloudOptions,
  canCrossFilter: true,
  query: wordCloudQuery,
  draw: drawWordCloud,
})
