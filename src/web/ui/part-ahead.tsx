import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { FailedState } from './states.tsx'
import { text, useText } from './text.ts'
import { toast } from './toast.ts'

/**
 * A part of a screen whose code comes when somebody is about to open it: `ahead` on the trigger loads it, and the
 * component `part` draws `meanwhile` until it is there. Not React's lazy, which would hold back the first one for
 * 300 ms although its code has come, and which takes the screen down for good where the code does not come. What draws something meanwhile says in its place
 * that it did not come, and tries again there.
 */
export function partAhead<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
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
    part: (props) => <LoadedPart code={code} of={props} meanwhile={meanwhile} />,
    ahead: () => void code.load().catch(() => undefined),
  }
}

interface LoadedPartProps<Props> {
  code: { readonly loaded: () => ComponentType<Props> | null; readonly load: () => Promise<void> }
  of: Props
  meanwhile: ReactNode
}

function LoadedPart<Props extends object>({ code, of, meanwhile }: LoadedPartProps<Props>) {
  const [Part, setPart] = useState(code.loaded)
  const [isFailed, setFailed] = useState(false)
  const load = () => {
    setFailed(false)
    code
      .load()
      .then(() => setPart(code.loaded))
      .catch(() => {
        setFailed(true)
        if (meanwhile === null) toast.danger(text('This could not be loaded. Check your connection and try again.'))
        if ('onClose' in of && typeof of.onClose === 'function') of.onClose()
      })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the code is loaded once
  useEffect(load, [])
  if (Part) return <Part {...of} />
  return isFailed && meanwhile !== null ? <NotLoaded onRetry={load} /> : meanwhile
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  const t = useText()
  return <FailedState title={t('This could not be loaded. Check your connection and try again.')} onRetry={onRetry} />
}
