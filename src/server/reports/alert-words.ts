import type { Words } from '../../gateway/render/words.ts'
import type { Row } from '../../metadata/tables.server.ts'
import { type AlertCell, conditionOf, type Operator } from '../../resources/report/condition.ts'

const LONGEST_VALUE = 200

const COMPARED: Readonly<Record<Operator, string>> = {
  '<': 'The value is {{value}}: less than {{threshold}}.',
  '<=': 'The value is {{value}}: at most {{threshold}}.',
  '>': 'The value is {{value}}: more than {{threshold}}.',
  '>=': 'The value is {{value}}: at least {{threshold}}.',
  '==': 'The value is {{value}}: exactly {{threshold}}.',
  '!=': 'The value is {{value}}: not {{threshold}}.',
}

/** What an alert tells its recipients: its value, and what it was compared with. */
export function alertWords(report: Row<'reports'>, cell: AlertCell, t: Words): string {
  const condition = conditionOf(report)
  const value = typeof cell === 'number' ? cell : String(cell).slice(0, LONGEST_VALUE)
  return condition.kind === 'given'
    ? t('The value is {{value}}.', { value })
    : t(COMPARED[condition.op], { value, threshold: condition.threshold })
}
