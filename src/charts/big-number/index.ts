import { defineChart } from '../chart.ts'
import { bigNumberControls, bigNumberTotalControls } from './controls.ts'
import { drawBigNumber, drawBigNumberTotal } from './draw.ts'
import { BigNumberOptions, BigNumberTotalOptions } from './options.ts'
import { bigNumberQuery, bigNumberTotalQuery } from './query.ts'

export const bigNumberTotal = defineChart({
  id: 'big_number_total',
  label: 'Number',
  description: 'One figure',
  options: BigNumberTotalOptions,
  controls: bigNumberTotalControls,
  canCrossFilter: false,
  query: bigNumberTotalQuery,
  draw: drawBigNumberTotal,
})

export const bigNumber = defineChart({
  id: 'big_number',
  label: 'Number and trend',
  description: 'A figure and how it came about',
  options: BigNumberOptions,
  controls: bigNumberControls,
  canCrossFilter: false,
  query: bigNumberQuery,
  draw: drawBigNumber,
})
