import { formatCount } from '../../ui/format.ts'
import { groupDigits } from '../../ui/grid/cell.ts'
import { useText } from '../../ui/text.ts'

interface FigureListProps {
  readonly rows: number
  readonly nulls: number
  /** Names with their values; those without one are left out. */
  readonly figures: readonly (readonly [name: string, value: string | null])[]
}

/** What is known of a column, line by line. */
export function FigureList({ rows, nulls, figures }: FigureListProps) {
  const t = useText()
  const share = rows === 0 ? 0 : (nulls / rows) * 100
  const lines = [
    [t('Null'), `${formatCount(nulls)} (${share.toFixed(share > 0 && share < 1 ? 1 : 0)}%)`] as const,
    ...figures,
  ]
  return (
    <dl>
      {lines.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num ell" title={value}>
              {groupDigits(value)}
            </dd>
          </div>
        ),
      )}
    </dl>
  )
}
