import type { Question } from './questions.ts'

type Reason = readonly [engine: string | null, holds: (question: Question) => boolean, why: string]

const asks = ({ filters }: Question, ...ops: string[]) => filters.some(({ op }) => ops.includes(op))
const isWhole = (column: string | null) => column === 'qty'

/** Questions that engines answer differently by what they are, not by what the product makes of them. */
const REASONS: readonly Reason[] = [
  [
    null,
    ({ limit, order, dimensions }) =>
      limit !== null && order !== null && dimensions.some(({ column }) => column !== 'id'),
    'A NULL comes first on some engines and last on others, so that a limit cuts off other rows.',
  ],
  [null, ({ seriesLimit }) => seriesLimit !== null, 'A sum that is NULL comes first where NULL counts as largest.'],
  ['SQLite', (question) => asks(question, 'LIKE', 'NOT LIKE'), 'LIKE does not tell a from A.'],
  ['SQLite', (question) => asks(question, 'ILIKE'), 'lower() knows no letters beyond ASCII.'],
  [
    'MariaDB',
    ({ metrics }) =>
      (metrics ?? []).some(({ aggregate, column }) => aggregate === 'AVG' && (isWhole(column) || column === 'amount')),
    'The average of exact numbers has four decimals more than they have.',
  ],
]

/** Why an engine may answer a question in its own way; null when it may not. */
export const differs = (question: Question, engine: string): string | null =>
  REASONS.find(([name, holds]) => (name === null || name === engine) && holds(question))?.[2] ?? null
