import { defineChart } from '../chart.ts'
import { RARE_LABELS } from '../parts/rare-labels.ts'
import { drawChord } from './draw.ts'
import { ChordOptions } from './options.ts'
import { chordQuery } from './query.ts'

export const chord = defineChart({
  id: 'chord',
  label: RARE_LABELS.chord,
  options: ChordOptions,
  canCrossFilter: true,
  query: chordQuery,
  draw: drawChord,
})
