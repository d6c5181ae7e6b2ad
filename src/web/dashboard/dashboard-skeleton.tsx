import { COLUMN_COUNT } from '../../query/dashboard/layout.ts'
import { useSlow } from '../ui/progress.tsx'
import { useText } from '../ui/text.ts'
import { gridColumns } from './parts/grid-place.ts'

const TILES = [
  { id: 'a', columns: 3, height: 100 },
  { id: 'b', columns: 3, height: 100 },
  { id: 'c', columns: 3, height: 100 },
  { id: 'd', columns: 3, height: 100 },
  { id: 'e', columns: 6, height: 300 },
  { id: 'f', columns: 6, height: 300 },
] as const

/** The frame of a dashboard while it is on its way; drawn only when the wait lasts. */
export function DashboardSkeleton() {
  const t = useText()
  const isSlow = useSlow(true)
  return (
    <main className="main dash" aria-busy="true" aria-label={t('Loading the dashboard')}>
      <header className="bar">{isSlow && <span className="skel p" style={{ width: 220 }} />}</header>
      <div className="dash-filters" />
      {isSlow && (
        <div className="dash-scroll">
          <div className="dash-row" style={gridColumns(COLUMN_COUNT)}>
            {TILES.map((tile) => (
              <div key={tile.id} className="tile" style={{ gridColumn: `span ${tile.columns}`, height: tile.height }} />
            ))}
          </div>
        </div>
      )}
    </main>
  )
}
