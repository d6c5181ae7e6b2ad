import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawBullet } from './draw.ts'
import { BulletOptions } from './options.ts'
import { bulletQuery } from './query.ts'

export const bullet = defineChart({
  id: 'bullet',
  label: RARE_LABELS.bullet,
  options: BulletOptions,
  canCrossFilter: false,
  query: bulletQuery,
  draw: drawBullet,
})
