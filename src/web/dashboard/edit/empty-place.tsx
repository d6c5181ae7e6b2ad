import { IconPlus } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { freeColumns } from '../../../query/dashboard/widths.ts'
import { useText } from '../../ui/text.ts'
import { useDashboard, useDraft } from '../store.ts'

const ROOMY_COLUMNS = 2

/** What an empty container, or the free end of a row, is for. */
export function EmptyPlace({ parentId }: { parentId: string }) {
  const t = useText()
  const select = useDashboard((state) => state.select)
  const parent = useDraft((draft) => draft.layout[parentId])
  const free = useDraft((draft) => (parent ? freeColumns(draft.layout, parent) : 0))
  if (!parent) return null
  const isRow = parent.type === 'ROW'
  if (parent.children.length > 0 && (!isRow || free < ROOMY_COLUMNS)) return null
  return (
    <button
      type="button"
      className="dash-empty"
      style={isRow ? ({ '--span': Math.max(1, free) } as CSSProperties) : undefined}
      onClick={(event) => {
        event.stopPropagation()
        select(parentId)
        document.querySelector<HTMLElement>('[data-palette-search] input')?.focus()
      }}
    >
      <span className="row">
        <IconPlus aria-hidden />
        <span className="b">{t('Drop a chart here')}</span>
      </span>
      {isRow && (
        <span className="t1 c3">
          {t(
            '{{count}} column free. Or press Enter to choose one.|{{count}} columns free. Or press Enter to choose one.',
            {
              count: free,
            },
          )}
        </span>
      )}
    </button>
  )
}
