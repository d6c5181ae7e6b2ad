import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { text } from './text.ts'
import { toast } from './toast.ts'

/**
 * A part of a screen whose code comes when somebody is about to open it: `ahead` on the trigger loads it, and the
 * component `part` draws nothing until it is there. Not React's lazy, which would hold back the first one for 300 ms
 * although its code has come.
 */
export function partAhead<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): { readonly part: (props: Props) => ReactNode; readonly ahead: () => void } {
  let loaded: ComponentType<Props> | null = null
  const code = {
    loaded: () => loaded,
    load: async () => {
      loaded ??= await load()
    },
  }
  // Who opens it is told of a failure, not who only comes near.
  return {
    part: (props) => <LoadedPart code={code} of={props} />,
    ahead: () => void code.load().catch(() => undefined),
  }
}

interface Code<Props> {
  readonly loaded: () => ComponentType<Props> | null
  readonly load: () => Promise<void>
}

function LoadedPart<Props extends { onClose: () => void }>({ code, of }: { code: Code<Props>; of: Props }) {
  const [Part, setPart] = useState(code.loaded)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is loaded once
  useEffect(() => {
    code
      .load()
      .then(() => setPart(code.loaded))
      .catch(() => {
        toast.danger(text('This could not be loaded. Check your connection and try again.'))
        of.onClose()
      })
  }, [])
  return Part && <Part {...of} />
}
