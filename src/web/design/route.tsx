import { SegmentedControl } from '../ui/choices.tsx'
import { Mark } from '../ui/marks.tsx'
import { setTheme, useThemeChoice } from '../ui/theme.ts'
import { Controls } from './controls.tsx'
import styles from './design.module.css'
import { Foundations } from './foundations.tsx'
import { Layers } from './layers.tsx'
import { StateTiles } from './state-tiles.tsx'
import { Structures } from './structures.tsx'

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const

/** Every part of the kit in every state: the picture that tests compare. Not in the navigation, not translated. */
function DesignPage() {
  const theme = useThemeChoice()
  return (
    <main className={styles.page}>
      <div className={styles.inner}>
        <header className="row g3">
          <Mark size={32} />
          <div className="grow">
            <h1 className="t5">Sightline kit</h1>
            <p className="c2 t2">
              Every part in every state. Sizes on a 4 px grid, one accent, figures always tabular.
            </p>
          </div>
          <SegmentedControl label="Theme" value={theme} onChange={setTheme} options={THEMES} />
        </header>
        <Foundations />
        <Controls />
        <div className={styles.columns}>
          <Layers />
        </div>
        <StateTiles />
        <Structures />
      </div>
    </main>
  )
}

export const designRoute = { path: ['/design'], Component: DesignPage }
