import { lazy, Suspense, useState } from 'react'
import { useText } from '../ui/text.ts'
import type { findObjects } from './find-objects.ts'
import { showOverlay, useOverlay } from './overlays.ts'

const CommandPalette = lazy(() =>
  import('../ui/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const ShortcutSheet = lazy(() =>
  import('../ui/shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
)

const find: typeof findObjects = async (search, signal) =>
  (await import('./find-objects.ts')).findObjects(search, signal)

/** The palette and the shortcut sheet, loaded when first asked for. */
export function AppOverlays() {
  const t = useText()
  const overlay = useOverlay()
  const [early, setEarly] = useState('')
  const close = () => {
    setEarly('')
    showOverlay(null)
  }
  // What is typed while the palette is still loading would be commands of the page else.
  const standIn = (
    <input
      ref={holdFocus}
      className="sr"
      aria-label={t('Search or jump to')}
      onChange={(event) => setEarly(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && close()}
    />
  )
  return (
    <Suspense fallback={overlay === 'palette' && standIn}>
      {overlay === 'palette' && <CommandPalette onClose={close} find={find} early={early} />}
      {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}

/** The palette gives the focus back to where it was before it, which is not the field that stands in for it. */
function holdFocus(input: HTMLInputElement | null) {
  const before = document.activeElement
  input?.focus()
  return () => {
    if (before instanceof HTMLElement) before.focus()
  }
}
