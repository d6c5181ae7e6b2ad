import { type ReactNode, useContext, useRef } from 'react'
import { DropLine } from './drop-line.tsx'
import { EditingContext } from './editing-context.ts'
import { useDropTarget } from './use-drop-target.ts'

/** The content of the open tab; in edit mode things can be dropped into it. */
export function TabBody({ tabId, children }: { tabId: string; children: ReactNode }) {
  const isEditing = useContext(EditingContext)
  const ref = useRef<HTMLDivElement>(null)
  useDropTarget(ref, tabId, isEditing)
  return (
    <div ref={ref} id={`${tabId}-panel`} role="tabpanel" className="dash-grid dash-tab-body">
      <span id={tabId} className="dash-anchor" />
      {children}
      {isEditing && <DropLine itemId={tabId} />}
    </div>
  )
}
