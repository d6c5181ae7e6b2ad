import { isFigureType } from '../../charts/charts.ts'
import { useSlow } from '../ui/progress.tsx'
import styles from './chart-view.module.css'

const BARS = [46, 62, 38, 74, 58, 82, 66, 50]

/** The shape of a chart that is waited for. */
export function ChartSkeleton({ vizType }: { vizType: string }) {
  if (isFigureType(vizType))
    return (
      <div className={styles.skeletonFigure}>
        <span className="skel p" style={{ width: '40%', height: 28 }} />
        <span className="skel p" style={{ width: '60%' }} />
      </div>
    )
  return <PictureSkeleton />
}

/** The same for a picture whose rows are there, while it waits for its turn to be drawn. */
export function WaitingPicture() {
  return useSlow(true) && <PictureSkeleton />
}

function PictureSkeleton() {
  return (
    <div className={styles.skeleton}>
      {BARS.map((height) => (
        <span key={height} className="skel p" style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
