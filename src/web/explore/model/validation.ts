import type { Control } from '../../../charts/chart.ts'
import type { ExploredChart } from '../../../charts/explored.ts'
import type { FormData } from '../../data/chart-request.ts'
import { isShown } from './chart-form.ts'
import { isPlaced } from './spatial.ts'

export interface FieldProblem {
  readonly field: string
  readonly label: string
  /** The text of the specification; it follows the name of the field. */
  readonly message: string
  /** Values for the places in the text. */
  readonly values?: Readonly<Record<string, number>>
}

const MAX_ROWS = 100_000

/** What keeps the settings from being asked. */
export function problemsOf(
  form: FormData,
  chart: Pick<ExploredChart, 'controls'>,
  maxRows = MAX_ROWS,
): readonly FieldProblem[] {
  return chart.controls
    .filter((control) => isShown(control, form))
    .flatMap((control) => problemOf(form, control, maxRows))
}

function problemOf(form: FormData, control: Control, maxRows: number): readonly FieldProblem[] {
  const { field, label } = control
  const value = form[field] === undefined ? control.default : form[field]
  if (control.isRequired && isMissing(control, value)) return [{ field, label, message: 'cannot be empty' }]
  if (control.isWhole && !isEmpty(value) && !Number.isInteger(Number(value)))
    return [{ field, label, message: 'is expected to be an integer' }]
  if (control.range !== undefined) return outOfRange(control, control.range, value)
  if (control.kind !== 'rowLimit' && control.kind !== 'seriesLimit') return []
  if (isEmpty(value)) return []
  const number = Number(value)
  if (!Number.isInteger(number) || number <= 0) return [{ field, label, message: 'is expected to be an integer' }]
  if (number > maxRows) return [{ field, label, message: 'Value cannot exceed {{limit}}', values: { limit: maxRows } }]
  return []
}

function outOfRange(
  { field, label }: Control,
  [least, most]: readonly [number, number],
  value: unknown,
): readonly FieldProblem[] {
  const number = Number(value)
  if (isEmpty(value) || (number >= least && number <= most)) return []
  return [{ field, label, message: 'has to be between {{least}} and {{most}}', values: { least, most } }]
}

const isMissing = ({ kind }: Control, value: unknown) => (kind === 'spatial' ? !isPlaced(value) : isEmpty(value))

const isEmpty = (value: unknown) => value == null || value === '' || (Array.isArray(value) && value.length === 0)
