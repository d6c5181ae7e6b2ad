import { defineChart } from '../chart.ts'
import { LATER_LABELS } from '../parts/later-labels.ts'
import { drawBubble } from './draw.ts'
import { BubbleOptions } from './options.ts'
import { bubbleQuery } from './query.ts'

export const bubble = defineChart({
  id: 'bubble_v2',
  label: LATER_LABELS.bubble_v2,
  options: BubbleOptions,
  canCrossFilter: true,
  query: bubbleQuery,
  draw: drawBubble,
})
