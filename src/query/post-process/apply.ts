import { own } from '../../kernel/own.ts'
import type { PostProcessingStep } from '../query-object.ts'
import { aggregate } from './aggregate.ts'
import { boxplot } from './boxplot.ts'
import { compare } from './compare.ts'
import { contribution } from './contribution.ts'
import { cum } from './cum.ts'
import { diff } from './diff.ts'
import { escapeSeparator, flatten, unescapeSeparator } from './flatten.ts'
import { type DataFrame, PostProcessingError } from './frame.ts'
import { geodeticParse, geohashDecode, geohashEncode } from './geo.ts'
import { histogram } from './histogram.ts'
import { pivot } from './pivot.ts'
import { prophet } from './prophet.ts'
import { rank } from './rank.ts'
import { rename } from './rename.ts'
import { resample } from './resample.ts'
import { rolling } from './rolling.ts'
import { select } from './select.ts'
import { sort } from './sort.ts'

type Operation = (frame: DataFrame, options: Readonly<Record<string, unknown>>) => DataFrame

const relabelled =
  (label: (text: string) => string): Operation =>
  (frame) => ({
    ...frame,
    columns: frame.columns.map((column) => ({
      ...column,
      key: column.key.map((cell) => (typeof cell === 'string' ? label(cell) : cell)),
    })),
  })

const OPERATIONS: Readonly<Record<string, Operation>> = {
  aggregate,
  boxplot,
  compare,
  contribution,
  cum,
  diff,
  escape_separator: relabelled(escapeSeparator),
  flatten,
  geodetic_parse: geodeticParse,
  geohash_decode: geohashDecode,
  geohash_encode: geohashEncode,
  histogram,
  pivot,
  prophet,
  rank,
  rename,
  resample,
  rolling,
  select,
  sort,
  unescape_separator: relabelled(unescapeSeparator),
}

/** Applies the steps of a query in order; null steps are skipped. */
export function postProcess(frame: DataFrame, steps: readonly PostProcessingStep[]): DataFrame {
  return steps.reduce((result, step) => (step === null ? result : applyStep(result, step)), frame)
}

function applyStep(frame: DataFrame, step: NonNullable<PostProcessingStep>): DataFrame {
  const operation = own(OPERATIONS, step.operation)
  if (!operation) throw new PostProcessingError(`Unsupported post processing operation: ${step.operation}`)
  return operation(frame, step.options)
}
