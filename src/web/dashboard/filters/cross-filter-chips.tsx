import { IconClick, IconX } from '@tabler/icons-react'
import { crossFilterColumns, crossFilterLabel } from '../../../query/dashboard/filter-label.ts'
import { emptyMask } from '../../../query/data-mask/emit.ts'
import { useText } from '../../ui/text.ts'
import { useDashboard } from '../store.ts'
import { useFilterView } from './filter-inputs.tsx'

/** What was clicked in charts, each with its way out. */
export function CrossFilterChips() {
  const t = useText()
  const { clauses } = useFilterView()
  const setMask = useDashboard((state) => state.setMask)
  const clicked = clauses.filter((clause) => clause.source.kind === 'chart')
  return clicked.map(({ mask }) => {
    const columns = crossFilterColumns(mask)
    return (
      <span key={mask.id} className="chip on">
        <span className="k">
          <IconClick aria-hidden />
          {columns}
        </span>
        <span className="v ell dash-chip-value">{crossFilterLabel(mask)}</span>
        <button
          type="button"
          className="x"
          aria-label={t('Clear {{name}}', { name: columns })}
          data-tip={t('Clear {{name}}', { name: columns })}
          onClick={() => setMask({ ...emptyMask(mask.id), ownState: mask.ownState })}
        >
          <IconX className="s" aria-hidden />
        </button>
      </span>
    )
  })
}
