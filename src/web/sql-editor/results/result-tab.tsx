import type { ReactNode } from 'react'
import { change } from '../store.ts'

export const RUNS = 'Runs'
export const RESULTS = 'Results'
export const CHART = 'Chart'

export const showSouthTab = (activeSouthPaneTab: string): void => {
  change((state) => ({ ...state, activeSouthPaneTab }))
}

interface TabButtonProps {
  readonly isShown: boolean
  readonly onShow: () => void
  /** What the Delete key does. */
  readonly onRemove?: () => void
  readonly children: ReactNode
}

export function TabButton({ isShown, onShow, onRemove, children }: TabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      aria-selected={isShown}
      className={`sql-result-tab${isShown ? ' on' : ''}`}
      aria-keyshortcuts={onRemove && 'Delete'}
      onClick={onShow}
      onKeyDown={(event) => {
        if (event.key === 'Delete') onRemove?.()
      }}
    >
      {children}
    </button>
  )
}
