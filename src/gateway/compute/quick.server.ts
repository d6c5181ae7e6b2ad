import type { FrameJob } from './frame-job.ts'
import type { QuickJob } from './job.server.ts'

/** Cells that are made in a few milliseconds; for fewer, a message to a thread and back is half of the work. */
const QUICK_CELLS = 30_000

/** Steps whose work grows with the cells they get and with nothing else. */
const LINEAR = new Set(
  (
    'aggregate compare contribution cum diff escape_separator flatten geohash_decode geohash_encode geodetic_parse ' +
    'rank rename select sort unescape_separator'
  ).split(' '),
)

/** Longer lists of options can make more than their rows tell. */
const QUICK_OPTIONS = 20_000

/** True for a job that is surely done sooner here than in a thread. */
export function isQuick({ kind, job }: QuickJob): boolean {
  if (kind === 'template') return false
  if (kind === 'cells' && job.pivot) return job.rows.sqlRowCount ** 2 <= QUICK_CELLS
  if (kind === 'cells' || kind === 'sheet') return job.rows.sqlRowCount * job.rows.names.length <= QUICK_CELLS
  return cellsAfter(job) <= QUICK_CELLS && JSON.stringify(job.steps).length <= QUICK_OPTIONS
}

/** The most cells that the steps can make; infinite where a step may make any number of them. */
function cellsAfter({ asked, shifted, steps }: FrameJob): number {
  let rows = asked.sqlRowCount
  let columns = asked.names.length
  for (const { rows: more } of shifted) {
    rows += more.sqlRowCount
    columns += more.names.length
  }
  for (const step of steps) {
    if (step === null) continue
    if (step.operation === 'pivot') columns *= rows ** pivotPower(step.options)
    else if (!LINEAR.has(step.operation)) return Number.POSITIVE_INFINITY
  }
  return rows * columns
}

/** A pivot makes a column for each row at most, or for each combination of keys where the missing ones are kept. */
const pivotPower = ({ index, columns, drop_missing_columns: drops }: Readonly<Record<string, unknown>>) =>
  drops === false ? lengthOf(index) + lengthOf(columns) : 1
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 1)
