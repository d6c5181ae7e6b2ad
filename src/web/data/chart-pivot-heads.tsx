import type { PivotHead, Selection } from '../../charts/chart.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './chart-pivot.module.css'
import { type HeadSpan, headSpans, type Sheet } from './chart-pivot-model.ts'

/** The heads above the columns, a row for each level, and the names of the heads at the left. */
export function PivotHeads({ sheet }: { sheet: Sheet }) {
  const { pivot } = sheet
  const levels = pivot.columnLabels.length
  const needsOwnRow = levels > 1 && pivot.rowLabels.some((label) => label !== '')
  return (
    <thead>
      {pivot.columnLabels.map((label, level) => (
        <tr key={label}>
          {level === levels - 1 && !needsOwnRow ? <SideNames sheet={sheet} /> : <Corner sheet={sheet} label={label} />}
          <LevelHeads sheet={sheet} level={level} />
        </tr>
      ))}
      {needsOwnRow && (
        <tr>
          <SideNames sheet={sheet} />
          <td colSpan={shownColumns(sheet)} />
        </tr>
      )}
    </thead>
  )
}

const shownColumns = ({ pivot, columns: { first, end } }: Sheet) =>
  end - first + (first > 0 ? 1 : 0) + (end < pivot.columns.length ? 1 : 0)

/** What a level of the heads names, at the left of it. */
const Corner = ({ sheet, label }: { sheet: Sheet; label: string }) => (
  <th
    className={classNames(styles.side, styles.lastHead, isAllStuck(sheet) && styles.stuck)}
    style={isAllStuck(sheet) ? { left: 0 } : undefined}
    colSpan={sheet.pivot.rowLabels.length}
    scope="row"
  >
    {label}
  </th>
)

const isAllStuck = ({ widths }: Sheet) => widths.stuck.every((left) => left !== null)

function SideNames({ sheet: { pivot, widths } }: { sheet: Sheet }) {
  return pivot.rowLabels.map((label, at) => {
    const left = widths.stuck[at] ?? null
    return (
      <th
        key={label}
        scope="col"
        className={classNames(
          styles.corner,
          left !== null && styles.stuck,
          at === pivot.rowLabels.length - 1 && styles.lastHead,
        )}
        style={left === null ? undefined : { left }}
        title={label}
      >
        {label}
      </th>
    )
  })
}

function LevelHeads({ sheet, level }: { sheet: Sheet; level: number }) {
  const { pivot, columns, chosen, onSelect } = sheet
  const isLast = level === pivot.columnLabels.length - 1
  return (
    <>
      {columns.first > 0 && <td className={styles.gap} aria-hidden />}
      {headSpans(pivot.columns, level, columns).map((span) => (
        <th
          key={span.from}
          scope={isLast ? 'col' : 'colgroup'}
          colSpan={span.to - span.from}
          title={span.label}
          className={classNames(
            !isLast && styles.group,
            isSum(span, level) && styles.sum,
            isLast && span.head.selection?.filters.some(({ values }) => chosen.has(String(values[0]))) && styles.chosen,
          )}
        >
          <HeadName label={span.label} head={span.head} level={level} onSelect={onSelect} />
        </th>
      ))}
      {columns.end < pivot.columns.length && <td className={styles.gap} aria-hidden />}
    </>
  )
}

/** The head of a total, not one that it shares with cells. */
const isSum = ({ head }: HeadSpan, level: number) => head.kind === 'total' || (head.kind === 'subtotal' && level > 0)

interface HeadNameProps {
  readonly label: string
  readonly head: PivotHead
  readonly level: number
  readonly onSelect: ((selection: Selection) => void) | undefined
}

/** The text of a head; where a click filters, the last head of a row or column is a button. */
export function HeadName({ label, head, level, onSelect }: HeadNameProps) {
  const { selection } = head
  const isOwn = level === head.labels.length - 1 && head.kind === 'cells'
  if (!onSelect || selection === null || !isOwn || label === '') return label
  return (
    <button type="button" className={styles.headButton} onClick={() => onSelect(selection)}>
      {label}
    </button>
  )
}
