import type { JsonChange } from '../../kernel/json-changes.ts'
import { lineChanges } from '../../kernel/line-changes.ts'
import type { ImportReport, ReportedObject, ReportedSetting } from '../../resources/kit/transfer.ts'

const MAX_VALUE = 100
const MARKS = { created: 'new    ', overwritten: 'changed', unchanged: 'same   ' } as const

/** What an import would do, for the terminal: each object that it would touch with its changes, then the count. */
export function reportLines({ objects }: Pick<ImportReport, 'objects'>): string[] {
  const touched = objects.filter(({ outcome }) => outcome !== 'unchanged')
  const count = (outcome: ReportedObject['outcome']) => objects.filter((one) => one.outcome === outcome).length
  return [
    ...touched.flatMap(({ outcome, kind, name, file, changes }) => [
      `${MARKS[outcome]}  ${kind} "${name}"  ${file}`,
      ...changes.flatMap(changeLines).map((line) => `           ${line}`),
    ]),
    `${count('overwritten')} changed, ${count('created')} new, ${count('unchanged')} the same`,
  ]
}

/** What is kept and not used, by file. */
export const unmappedLines = (unmapped: readonly ReportedSetting[]): string[] =>
  unmapped.map(({ file, setting, value, reason }) => `note     ${file}: ${setting} = ${valueText(value)}: ${reason}`)

/** Faults by file. */
export const faultLines = (
  mark: 'invalid' | 'note',
  faults: readonly { readonly file: string; readonly message: string }[],
): string[] => faults.map(({ file, message }) => `${mark.padEnd(7)}  ${file === '' ? '' : `${file}: `}${message}`)

function changeLines({ path, before, after }: JsonChange): string[] {
  const place = path.join('.')
  if (!isLong(before) && !isLong(after)) return [`${place}: ${valueText(before)} -> ${valueText(after)}`]
  const marks = { same: ' ', removed: '-', added: '+' }
  const lines = lineChanges(String(before ?? ''), String(after ?? '')).filter(({ kind }) => kind !== 'same')
  return [`${place}:`, ...lines.map(({ kind, text }) => `  ${marks[kind]} ${text}`)]
}

const isLong = (value: unknown) => typeof value === 'string' && value.includes('\n')

function valueText(value: unknown): string {
  if (value === null) return '(none)'
  const text = JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}...` : text
}
