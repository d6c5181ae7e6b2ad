import { lazy, Suspense } from 'react'
import { findObjects } from './find-objects.ts'
import { showOverlay, useOverlay } from './overlays.ts'

const CommandPalette = lazy(() =>
  import('../ui/command-palette.tsx').then((module) => ({ default: module.CommandPalette })),
)
const ShortcutSheet = lazy(() =>
  import('../ui/shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
)

const close = () => showOverlay(null)

/** The palette and the shortcut sheet, loaded when first asked for. */
export function AppOverlays() {
  const overlay = useOverlay()
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <CommandPalette onClose={close} find={findObjects} />}
      {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}
