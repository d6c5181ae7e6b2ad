import { lazy, Suspense } from 'react'
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

const close = () => showOverlay(null)

/** The palette and the shortcut sheet, loaded when first asked for. */
export function AppOverlays() {
  const overlay = useOverlay()
  return (
    <Suspense fallback={null}>
      {overlay === 'palette' && <CommandPalette onClose={close} find={find} />}
      {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}
