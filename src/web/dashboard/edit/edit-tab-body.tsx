import { type ReactNode, useRef } from 'react'
import { DropLine } from './drop-line.tsx'
import { useDropTarget } from './use-drop-target.ts'

/** The content of the open tab; things can be dropped into it. */
export function EditTabBody({ tabId, children }: { tabId: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useDropTarget(ref, tabId, true)
  return (
    <div ref={ref} id={`${tabId}-panel`} role="tabpanel" className="dash-grid dash-tab-body">
      <span id={tabId} className="dash-anchor" />
      {children}
      <DropLine itemId={tabId} only="inside" />
    </div>
  )
}
