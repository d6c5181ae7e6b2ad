import { type ComponentType, useEffect, useState } from 'react'

const BEFORE_ONE = ['pointerover', 'keydown'] as const

/** The tooltips, whose code comes when the pointer or a key could first ask for one. */
export function Tips() {
  const [Layer, setLayer] = useState<ComponentType | null>(null)
  useEffect(() => {
    const stop = () => {
      for (const event of BEFORE_ONE) document.removeEventListener(event, load)
    }
    const load = () => {
      stop()
      // Whatever carries a tip has a name without it.
      import('../ui/tooltip.tsx').then(
        ({ TooltipLayer }) => setLayer(() => TooltipLayer),
        () => undefined,
      )
    }
    for (const event of BEFORE_ONE) document.addEventListener(event, load)
    return stop
  }, [])
  return Layer && <Layer />
}
