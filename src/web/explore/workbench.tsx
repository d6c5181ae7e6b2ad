import { useEffect, useState } from 'react'
import { useStandalone } from '../app/use-standalone.ts'
import { useSearchParams } from '../ui/router.tsx'
import { toast } from '../ui/toast.ts'
import { useViewport } from '../ui/viewport.ts'
import styles from './explore.module.css'
import type { OpenedChart } from './model/opening.ts'
import { Canvas } from './parts/canvas.tsx'
import { ControlsPanel } from './parts/controls-panel.tsx'
import { ExploreHeader } from './parts/explore-header.tsx'
import { FieldsPanel } from './parts/fields-panel.tsx'
import { createExploreStore, ExploreContext } from './store.ts'
import { useExploreCommands } from './use-explore-commands.ts'
import { useKeptForm } from './use-kept-form.ts'

/** Fields, controls and the picture they make. */
export function Workbench({ opening }: { opening: OpenedChart }) {
  const [store] = useState(() => createExploreStore(opening))
  const { message } = opening
  useEffect(() => {
    if (message) toast.info(message)
  }, [message])
  return (
    <ExploreContext value={store}>
      <WorkbenchFrame />
    </ExploreContext>
  )
}

function WorkbenchFrame() {
  const isPhone = useViewport() === 'phone'
  const [params] = useSearchParams()
  const isStandalone = isSet(params.get('standalone'))
  useExploreCommands()
  useKeptForm()
  useStandalone(isStandalone)
  if (isStandalone)
    return (
      <main className="main">
        <Canvas isReadOnly />
      </main>
    )
  return (
    <main className="main">
      <ExploreHeader isReadOnly={isPhone} />
      <div className={styles.body}>
        {!isPhone && (
          <>
            <FieldsPanel />
            <ControlsPanel />
          </>
        )}
        <Canvas isReadOnly={isPhone} />
      </div>
    </main>
  )
}

/** Any value of the address hides the navigation but those that stand for no. */
const isSet = (value: string | null) => value !== null && value !== '' && value !== '0' && value !== 'false'
