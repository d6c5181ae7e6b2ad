import { Problem } from '../../wire/problem.ts'

export const OPERATORS = ['<', '<=', '>', '>=', '==', '!='] as const
export type Operator = (typeof OPERATORS)[number]

/** When an alert is sent: where its value compares so with a number, or where there is a value at all. */
export type Condition =
  | { readonly kind: 'compared'; readonly op: Operator; readonly threshold: number }
  | { readonly kind: 'given' }

/** What the statement of an alert gave: a cell as the SQL editor shows it, null for no row and for NULL. */
export type AlertCell = string | number | boolean | null

/** A value as a number, where it is one; digits beyond those of a float are rounded. */
export function numberOf(cell: AlertCell): number | null {
  if (typeof cell === 'boolean') return cell ? 1 : 0
  if (cell === null || (typeof cell === 'string' && cell.trim() === '')) return null
  const number = Number(cell)
  return Number.isFinite(number) ? number : null
}

/** Whether an alert is sent. No row and NULL compare with nothing; 0 counts as no value. Throws 422 for a text that is compared. */
export function holds(condition: Condition, cell: AlertCell): boolean {
  const number = numberOf(cell)
  if (condition.kind === 'given') return cell !== null && number !== 0
  if (cell === null) return false
  if (number === null)
    throw new Problem(422, `The statement of the alert gave "${shortened(cell)}", which is no number.`)
  return COMPARE[condition.op](number, condition.threshold)
}

const COMPARE: Readonly<Record<Operator, (value: number, threshold: number) => boolean>> = {
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '==': (value, threshold) => value === threshold,
  '!=': (value, threshold) => value !== threshold,
}

const SHOWN_CHARACTERS = 60
const shortened = (cell: AlertCell): string => {
  const text = String(cell)
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
}

interface StoredCondition {
  readonly validator_type: string | null
  readonly validator_config_json: string
}

/** The condition as it is kept; without one an alert is sent where there is a value. */
export function conditionOf({ validator_type, validator_config_json }: StoredCondition): Condition {
  const { op, threshold } = JSON.parse(validator_config_json) as { op?: Operator; threshold?: number }
  return validator_type === 'operator' && op !== undefined && threshold !== undefined
    ? { kind: 'compared', op, threshold }
    : { kind: 'given' }
}
