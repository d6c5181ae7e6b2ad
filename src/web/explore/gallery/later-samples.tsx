import styles from './gallery.module.css'
import { axis, grid, HEIGHTS } from './sample-parts.tsx'

const SPREAD = [10, 26, 48, 64, 54, 34, 18, 8]
/** The ends of the whiskers, of the box and its middle, from the top. */
const BOXES = [
  [14, 44, 54, 62, 72],
  [24, 36, 47, 58, 68],
  [40, 51, 58, 65, 74],
  [6, 25, 42, 50, 64],
  [19, 39, 46, 60, 71],
  [30, 46, 53, 59, 70],
] as const
const NETWORK = [
  [60, 8, 4],
  [83, 17, 3],
  [92, 40, 6],
  [83, 63, 3],
  [60, 72, 5],
  [37, 63, 7],
  [28, 40, 3],
  [37, 17, 5],
] as const

/** Pictures of the types whose code a browser loads when it meets one. */
export const LATER_SAMPLES = {
  histogram_v2: (
    <>
      {axis}
      {SPREAD.map((height, i) => (
        <rect key={height} className={styles.fill1} x={6 + i * 14} y={76 - height} width={13} height={height} />
      ))}
    </>
  ),
  heatmap_v2: (
    <>
      {HEIGHTS.flatMap((height, i) =>
        [8, 26, 44, 62].map((y, j) => (
          <rect
            key={`${height} ${y}`}
            fill={`var(--seq-${((i * 3 + j * 5) % 8) + 2})`}
            x={4 + i * 14}
            y={y}
            width={13}
            height={17}
          />
        )),
      )}
    </>
  ),
  cal_heatmap: (
    <>
      {HEIGHTS.flatMap((height, i) =>
        [6, 16, 26, 36, 46, 56, 66].map((y, j) => (
          <rect
            key={`${height} ${y}`}
            fill={`var(--seq-${((i * 5 + j * 3 + (i % 3)) % 8) + 2})`}
            x={6 + i * 14}
            y={y}
            width={12}
            height={8}
          />
        )),
      )}
    </>
  ),
  treemap_v2: (
    <>
      <rect className={styles.fill1} x={4} y={6} width={60} height={70} />
      <rect className={styles.fill2} x={65} y={6} width={51} height={40} />
      <rect className={styles.fill3} x={65} y={47} width={30} height={29} />
      <rect className={styles.text} x={96} y={47} width={20} height={29} />
    </>
  ),
  sunburst_v2: (
    <>
      <path className={styles.fill1} d="M60 30V19A21 21 0 0 1 76 54L68 47A10 10 0 0 0 60 30Z" />
      <path className={styles.fill2} d="M67 47L75 55A21 21 0 0 1 42 51L51 45A10 10 0 0 0 67 47Z" />
      <path className={styles.fill3} d="M51 44L41 50A21 21 0 0 1 59 19V30A10 10 0 0 0 51 44Z" />
      <g opacity={0.6}>
        <path className={styles.fill1} d="M61 17V4A36 36 0 0 1 95 32L82 35A22 22 0 0 0 61 17Z" />
        <path className={styles.fill1} d="M83 36L96 34A36 36 0 0 1 88 63L78 55A22 22 0 0 0 83 36Z" />
        <path className={styles.fill2} d="M77 56L87 64A36 36 0 0 1 33 64L42 54A22 22 0 0 0 77 56Z" />
        <path className={styles.fill3} d="M41 53L32 63A36 36 0 0 1 40 10L47 23A22 22 0 0 0 41 53Z" />
      </g>
    </>
  ),
  sankey_v2: (
    <>
      <g opacity={0.3}>
        <path className={styles.fill1} d="M8 6C60 6 60 6 112 6V26C60 26 60 26 8 26Z" />
        <path className={styles.fill1} d="M8 26C60 26 60 58 112 58V64C60 64 60 32 8 32Z" />
        <path className={styles.fill2} d="M8 36C60 36 60 32 112 32V48C60 48 60 52 8 52Z" />
        <path className={styles.fill3} d="M8 56C60 56 60 64 112 64V76C60 76 60 74 8 74Z" />
      </g>
      <rect className={styles.fill1} x={4} y={6} width={4} height={26} />
      <rect className={styles.fill2} x={4} y={36} width={4} height={16} />
      <rect className={styles.fill3} x={4} y={56} width={4} height={18} />
      <rect className={styles.fill2} x={112} y={6} width={4} height={20} />
      <rect className={styles.fill3} x={112} y={32} width={4} height={16} />
      <rect className={styles.fill1} x={112} y={58} width={4} height={18} />
    </>
  ),
  graph_chart: (
    <>
      {NETWORK.map(([x, y]) => (
        <path key={`to ${x} ${y}`} className={styles.axis} fill="none" d={`M${x} ${y}Q60 40 ${120 - y} ${x - 20}`} />
      ))}
      {NETWORK.map(([x, y, size], i) => (
        <circle
          key={`${x} ${y}`}
          className={[styles.fill1, styles.fill2, styles.fill3][i % 3]}
          cx={x}
          cy={y}
          r={size}
        />
      ))}
    </>
  ),
  funnel: (
    <>
      <path className={styles.fill1} d="M10 6H110L98 22H22Z" />
      <path className={styles.fill2} d="M23 24H97L84 40H36Z" />
      <path className={styles.fill3} d="M37 42H83L74 58H46Z" />
      <path className={styles.text} d="M47 60H73L66 76H54Z" />
    </>
  ),
  bubble_v2: (
    <>
      {grid}
      {axis}
      <circle className={styles.fill1} cx={28} cy={52} r={12} />
      <circle className={styles.fill2} cx={56} cy={34} r={7} />
      <circle className={styles.fill3} cx={84} cy={24} r={16} />
      <circle className={styles.fill1} cx={102} cy={58} r={5} />
    </>
  ),
  box_plot: (
    <>
      {grid}
      {axis}
      {BOXES.map(([top, high, middle, low, bottom], i) => (
        <g key={top} className={styles.box}>
          <path d={`M${15 + i * 18} ${top}V${high}M${15 + i * 18} ${low}V${bottom}`} />
          <rect x={9 + i * 18} y={high} width={12} height={low - high} />
          <path d={`M${9 + i * 18} ${middle}H${21 + i * 18}`} />
        </g>
      ))}
    </>
  ),
  waterfall: (
    <>
      {grid}
      {axis}
      <rect className={styles.total} x={6} y={30} width={13} height={46} />
      <rect className={styles.up} x={25} y={20} width={13} height={10} />
      <rect className={styles.fill2} x={44} y={20} width={13} height={7} />
      <rect className={styles.up} x={63} y={9} width={13} height={18} />
      <rect className={styles.fill2} x={82} y={9} width={13} height={13} />
      <rect className={styles.total} x={101} y={22} width={13} height={54} />
    </>
  ),
  word_cloud: (
    <>
      <rect className={styles.fill1} x={30} y={32} width={60} height={16} />
      <rect className={styles.fill2} x={18} y={20} width={44} height={9} />
      <rect className={styles.fill3} x={66} y={18} width={30} height={11} />
      <rect className={styles.fill3} x={22} y={52} width={34} height={10} />
      <rect className={styles.fill2} x={60} y={52} width={40} height={8} />
      <rect className={styles.text} x={16} y={34} width={8} height={24} />
      <rect className={styles.text} x={96} y={32} width={7} height={17} />
      <rect className={styles.text} x={40} y={66} width={36} height={6} />
    </>
  ),
  radar: (
    <>
      <path
        className={styles.web}
        d="M60 6L90 23V57L60 74 30 57V23ZM60 40V6M60 40L90 23M60 40L90 57M60 40V74M60 40L30 57M60 40L30 23"
      />
      <path className={styles.line1} d="M60 14L80 28 88 55 60 58 38 54 44 30Z" />
      <path className={styles.line2} d="M60 26L82 27 74 48 60 66 48 48 32 24Z" />
    </>
  ),
  gauge_chart: (
    <>
      <path className={styles.track} d="M36 64A34 34 0 1 1 84 64" />
      <path className={styles.arc} d="M36 64A34 34 0 1 1 87 19.3" />
      <text className={styles.figure} x={60} y={48} textAnchor="middle">
        74
      </text>
    </>
  ),
  time_table: (
    <>
      {[8, 26, 44, 62].map((y, i) => (
        <g key={y}>
          <rect className={styles.text} x={8} y={y + 4} width={26 - i * 3} height={4} />
          <path className={styles.line1} d={`M44 ${y + 10}L54 ${y + 2 * i} 64 ${y + 6} 74 ${y + 8 - i} 84 ${y + 2}`} />
          <rect className={i % 2 === 0 ? styles.up : styles.fill2} x={94} y={y + 4} width={18} height={4} />
        </g>
      ))}
    </>
  ),
  pop_kpi: (
    <>
      <text className={styles.figure} x={8} y={38}>
        74.6
      </text>
      <path className={styles.up} d="M8 62L14 52 20 62Z" />
      <rect className={styles.up} x={25} y={54} width={26} height={6} />
      <rect className={styles.text} x={60} y={54} width={40} height={6} />
    </>
  ),
  pivot_table_v2: (
    <>
      {[42, 67, 92].map((x) => (
        <rect key={x} className={styles.text} x={x + 4} y={9} width={16} height={4} />
      ))}
      {[22, 40, 58].map((y, i) => (
        <g key={y}>
          <rect className={styles.text} x={8} y={y + 6} width={20} height={4} />
          {[42, 67, 92].map((x, j) => (
            <rect
              key={x}
              fill={`var(--seq-${[2, 3, 5, 1, 2, 4, 1, 1, 3][i * 3 + j]})`}
              x={x}
              y={y}
              width={24}
              height={17}
            />
          ))}
        </g>
      ))}
    </>
  ),
} as const
