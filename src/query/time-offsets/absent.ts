import { postProcess } from '../post-process/apply.ts'
import { columnsNamed, type DataFrame, type FrameColumn, rowCount } from '../post-process/frame.ts'
import { mapping, texts } from '../post-process/options.ts'
import { metricLabel, type PostProcessingStep, type QueryObject } from '../query-object.ts'
import type { OffsetAnswer } from './join.ts'

type Step = NonNullable<PostProcessingStep>

/**
 * Steps over a comparison. Where the earlier time has no rows at all, a pivot drops its empty columns; the steps
 * after it go on without them, and a difference to nothing is nothing.
 */
export function postProcessOffsets(
  frame: DataFrame,
  steps: readonly PostProcessingStep[],
  answers: readonly Pick<OffsetAnswer, 'plan'>[],
): DataFrame {
  if (answers.length === 0) return postProcess(frame, steps)
  const shifted = new Set(answers.flatMap(({ plan }) => namesOf(plan.query, plan.offset)))
  return steps.reduce((now, step) => (step === null ? now : applyWithout(now, step, absentIn(now, shifted))), frame)
}

const namesOf = ({ metrics }: QueryObject, offset: string) =>
  (metrics ?? []).map((metric) => `${metricLabel(metric)}__${offset}`)

const absentIn = (frame: DataFrame, names: ReadonlySet<string>) =>
  new Set([...names].filter((name) => columnsNamed(frame, name).length === 0))

function applyWithout(frame: DataFrame, step: Step, absent: ReadonlySet<string>): DataFrame {
  if (absent.size === 0 || step.operation === 'pivot') return postProcess(frame, [step])
  if (step.operation === 'compare') return postProcess(withEmptyPartners(frame, step, absent), [step])
  const named = Object.entries(mapping(step.options.columns))
  const kept = named.filter(([name]) => !absent.has(name))
  if (kept.length === named.length) return postProcess(frame, [step])
  return postProcess(frame, [{ ...step, options: { ...step.options, columns: Object.fromEntries(kept) } }])
}

/** An empty column beside each one that would be compared with it. */
function withEmptyPartners(frame: DataFrame, { options }: Step, absent: ReadonlySet<string>): DataFrame {
  const sources = texts(options.source_columns)
  const values = Array.from({ length: rowCount(frame) }, () => null)
  const added = texts(options.compare_columns).flatMap((name, at) =>
    absent.has(name)
      ? columnsNamed(frame, sources[at] ?? '').map(
          ({ key }): FrameColumn => ({ key: [name, ...key.slice(1)], type: 'null', values }),
        )
      : [],
  )
  return { ...frame, columns: [...frame.columns, ...added] }
}
