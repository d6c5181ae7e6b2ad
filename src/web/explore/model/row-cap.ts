import type { ExploredChart } from '../../../charts/explored.ts'
import type { FormData } from '../../data/chart-request.ts'

/** Row limits that were not there before and that nobody chose, no higher than the server allows. */
export function withinCap(
  form: FormData,
  before: FormData,
  { controls }: Pick<ExploredChart, 'controls'>,
  maxRows: number,
): FormData {
  const high = controls
    .filter(({ kind, field }) => kind === 'rowLimit' && form[field] !== before[field] && Number(form[field]) > maxRows)
    .map(({ field }) => [field, maxRows] as const)
  return high.length === 0 ? form : { ...form, ...Object.fromEntries(high) }
}
