import { useDashboard } from '../store.ts'

/** Three pixels of accent where what is dragged would land. */
export function DropLine({ itemId }: { itemId: string }) {
  const zone = useDashboard((state) => (state.hint?.itemId === itemId ? state.hint.zone : null))
  if (zone === null) return null
  return <div className={`dash-drop dash-drop-${zone}`} aria-hidden="true" />
}
