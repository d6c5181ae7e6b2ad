import { defineChart } from '../chart.ts'
import { drawBigNumber, drawBigNumberTotal } from './draw.ts'
import { BigNumberOptions, BigNumberTotalOptions } from './options.ts'
import { bigNumberQuery, bigNumberTotalQuery } from './query.ts'

export const bigNumberTotal = defineChart({
  id: 'big_number_total',
  label: 'Number',
  options: BigNumberTotalOptions,
  canCrossFilter: false,
  query: bigNumberTotalQuery,
  draw: drawBigNumberTotal,
})

export const bigNumber = defineChart({
  id: 'big_number',
  label: 'Number and trend',
  options: BigNumberOptions,
  canCrossFilter: false,
  query: bigNumberQuery,
  draw: drawBigNumber,
})
