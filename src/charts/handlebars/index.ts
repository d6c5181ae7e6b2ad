import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawHandlebars } from './draw.ts'
import { HandlebarsOptions } from './options.ts'
import { handlebarsQuery } from './query.ts'

export const handlebars = defineChart({
  id: 'handlebars',
  label: RARE_LABELS.handlebars,
  options: HandlebarsOptions,
  canCrossFilter: false,
  query: handlebarsQuery,
  draw: drawHandlebars,
})
