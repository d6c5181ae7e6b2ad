import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
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
  const overlay = useOverlay()
  const [early, setEarly] = useState('')
  const close = () => {
    setEarly('')
    showOverlay(null)
  }
  return (
    <Suspense fallback={overlay === 'palette' && <EarlyWords onType={setEarly} onClose={close} />}>
      {overlay === 'palette' && <CommandPalette onClose={close} find={find} early={early} />}
      {overlay === 'shortcuts' && <ShortcutSheet onClose={close} />}
    </Suspense>
  )
}

/** Takes what is typed while the palette is still loading, which would be commands of the page else. */
function EarlyWords({ onType, onClose }: { onType: (words: string) => void; onClose: () => void }) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    input.current?.focus()
    // The palette gives the focus back to where it was before it, which is not this field.
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <input
      ref={input}
      className="sr"
      aria-label={t('Search or jump to')}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    />
  )
}
