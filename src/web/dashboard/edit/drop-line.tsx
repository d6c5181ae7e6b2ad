import { useDashboard } from '../store.ts'

interface DropLineProps {
  itemId: string
  /** Only for what would land in the item, or only for what would land beside it or nowhere. */
  only?: 'inside' | 'beside' | undefined
}

/** Three pixels of accent where what is dragged would land. */
export function DropLine({ itemId, only }: DropLineProps) {
  const zone = useDashboard(({ hint }) => {
    if (hint?.itemId !== itemId) return null
    const isInside = hint.place?.parentId === itemId
    return only === undefined || isInside === (only === 'inside') ? hint.zone : null
  })
  if (zone === null) return null
  return <div className={`dash-drop dash-drop-${zone}`} aria-hidden="true" />
}
