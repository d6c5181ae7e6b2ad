import styles from './gallery.module.css'
import { axis, grid } from './sample-parts.tsx'

const CANDLES = [
  [46, 62, 40, 68],
  [52, 44, 36, 58],
  [44, 26, 20, 50],
  [28, 38, 22, 46],
  [38, 54, 34, 60],
  [52, 36, 28, 60],
  [36, 20, 12, 42],
  [22, 30, 16, 36],
  [30, 14, 8, 34],
] as const
const PARALLEL = [
  [16, 52, 24, 60, 20],
  [24, 60, 16, 48, 34],
  [40, 30, 56, 22, 50],
  [52, 20, 64, 30, 44],
  [60, 26, 48, 14, 62],
  [34, 44, 36, 40, 28],
  [66, 12, 58, 26, 70],
  [12, 66, 30, 68, 14],
] as const
/** From the left, the top, and how wide. */
const TASKS = [
  [8, 10, 34, 1],
  [30, 24, 28, 2],
  [48, 38, 40, 1],
  [62, 52, 24, 3],
  [84, 66, 28, 2],
] as const

/** From the left, the top, how high, and how strong. */
const PARTS = [
  [6, 6, 34, 1],
  [6, 41, 20, 0.75],
  [6, 62, 12, 0.5],
  [42, 6, 20, 0.8],
  [42, 27, 13, 0.6],
  [42, 41, 12, 0.6],
  [42, 54, 7, 0.45],
  [42, 62, 12, 0.35],
  [78, 6, 12, 0.6],
  [78, 19, 7, 0.45],
  [78, 27, 13, 0.4],
  [78, 41, 12, 0.4],
  [78, 54, 7, 0.3],
] as const

/** Pictures of the types that few charts are of. */
export const RARE_SAMPLES = {
  para: (
    <>
      {[8, 34, 60, 86, 112].map((x) => (
        <path key={x} className={styles.axis} d={`M${x} 6V74`} />
      ))}
      {PARALLEL.map((line) => (
        <path
          key={line[0]}
          className={styles.line1}
          style={{ strokeWidth: 1, opacity: 0.6 }}
          d={`M${line.map((y, at) => `${8 + at * 26} ${y}`).join('L')}`}
        />
      ))}
    </>
  ),
  candlestick: (
    <>
      {axis}
      {CANDLES.map(([open, close, high, low], i) => (
        <g key={`${open} ${close}`} className={open > close ? styles.up : styles.fill2}>
          <rect x={9.25 + i * 12.5} y={high} width={1.5} height={low - high} />
          <rect x={6 + i * 12.5} y={Math.min(open, close)} width={8} height={Math.abs(open - close)} />
        </g>
      ))}
    </>
  ),
  gantt_chart: (
    <>
      {[8, 34, 60, 86, 112].map((x) => (
        <path key={x} className={styles.grid} d={`M${x} 4V78`} />
      ))}
      {TASKS.map(([x, y, width, color]) => (
        <rect
          key={y}
          className={{ 1: styles.fill1, 2: styles.fill2, 3: styles.fill3 }[color]}
          x={x}
          y={y - 4}
          width={width}
          height={9}
          rx={1.5}
        />
      ))}
    </>
  ),
  tree_chart: (
    <>
      <path
        className={styles.axis}
        fill="none"
        d="M12 40C34 40 34 18 56 18M12 40C34 40 34 60 56 60M56 18C78 18 78 8 104 8M56 18C78 18 78 26 104 26M56 60C78 60 78 44 104 44M56 60C78 60 78 60 104 60M56 60C78 60 78 74 104 74"
      />
      {[
        [12, 40],
        [56, 18],
        [56, 60],
        [104, 8],
        [104, 26],
        [104, 44],
        [104, 60],
        [104, 74],
      ].map(([x, y]) => (
        <circle key={`${x} ${y}`} className={styles.fill1} cx={x} cy={y} r={3.5} />
      ))}
    </>
  ),
  bullet: (
    <>
      {[16, 40, 64].map((y, i) => (
        <g key={y}>
          <rect className={styles.text} opacity={0.35} x={6} y={y - 8} width={108} height={16} />
          <rect className={styles.text} opacity={0.7} x={6} y={y - 8} width={76 - i * 12} height={16} />
          <rect className={styles.fill1} x={6} y={y - 3} width={84 - i * 22} height={6} />
          <rect fill="var(--text)" x={92 - i * 10} y={y - 6} width={2} height={12} />
        </g>
      ))}
    </>
  ),
  butterfly: (
    <>
      {[8, 20, 32, 44, 56, 68].map((y, i) => (
        <g key={y}>
          <rect className={styles.fill1} x={8 + i * 7} y={y - 4} width={51 - i * 7} height={9} />
          <rect className={styles.fill2} x={61} y={y - 4} width={48 - i * 6 + (i % 2) * 4} height={9} />
        </g>
      ))}
    </>
  ),
  rose: (
    <>
      {[34, 22, 30, 16, 26, 36, 20, 28].map((length, i) => (
        <path
          key={length}
          className={[styles.fill1, styles.fill2, styles.fill3][i % 3]}
          transform={`rotate(${i * 45} 60 40)`}
          d={`M60 40L60 ${40 - length}A${length} ${length} 0 0 1 ${60 + length * 0.7} ${40 - length * 0.7}Z`}
        />
      ))}
    </>
  ),
  partition: (
    <>
      {PARTS.map(([x, y, height, opacity]) => (
        <rect key={`${x} ${y}`} className={styles.fill1} opacity={opacity} x={x} y={y} width={34} height={height} />
      ))}
    </>
  ),
  chord: (
    <>
      <path className={styles.fill1} opacity={0.25} d="M36 20C56 40 66 44 90 32L92 44C66 48 52 44 30 30Z" />
      <path className={styles.fill2} opacity={0.3} d="M78 12C66 36 60 48 62 74L50 73C54 46 58 34 68 8Z" />
      <path className={styles.fill3} opacity={0.3} d="M29 50C50 46 70 50 84 64L76 70C64 56 50 52 30 58Z" />
      {[
        [styles.line1, 'M28 30A34 34 0 0 1 44 10'],
        [styles.line2, 'M52 7A34 34 0 0 1 82 14'],
        [styles.line3, 'M88 20A34 34 0 0 1 92 52'],
        [styles.line1, 'M86 62A34 34 0 0 1 68 73'],
        [styles.line2, 'M60 74A34 34 0 0 1 38 66'],
        [styles.line3, 'M33 60A34 34 0 0 1 26 38'],
      ].map(([className, d]) => (
        <path key={d} className={className} style={{ strokeWidth: 5 }} d={d} />
      ))}
    </>
  ),
  time_pivot: (
    <>
      {axis}
      {[18, 11, 4].map((y) => (
        <path
          key={y}
          className={styles.axis}
          fill="none"
          d={`M4 ${70 - y}L22 ${40 + y} 40 ${52 - y} 58 ${30 + y} 76 ${46 - y} 94 ${24 + y} 116 ${56 - y}`}
        />
      ))}
      <path className={styles.line1} style={{ strokeWidth: 2.25 }} d="M4 60L22 46 40 40 58 36 76 28 94 34 116 30" />
    </>
  ),
  horizon: (
    <>
      {[6, 25, 44, 63].map((y, i) => (
        <g key={y}>
          <rect className={styles.text} opacity={0.25} x={4} y={y} width={112} height={15} />
          <path
            className={i === 2 ? styles.fill2 : styles.up}
            opacity={0.4}
            d={`M4 ${y + 15}L${4 + i * 8} ${y + 6} ${30 + i * 6} ${y} 62 ${y} ${84 - i * 4} ${y + 5} 116 ${y + 12}V${y + 15}Z`}
          />
          <path
            className={i === 2 ? styles.fill2 : styles.fill1}
            opacity={0.75}
            d={`M${30 + i * 6} ${y + 15}L46 ${y + 5 + i} 62 ${y + 3} ${76 - i * 3} ${y + 15}Z`}
          />
        </g>
      ))}
    </>
  ),
  compare: (
    <>
      {grid}
      <path className={styles.axis} d="M4 46H116" />
      <path className={styles.line1} d="M4 46L24 40 44 30 64 34 84 20 116 10" />
      <path className={styles.line2} d="M4 46L24 50 44 44 64 52 84 48 116 40" />
      <path className={styles.line3} d="M4 46L24 52 44 58 64 54 84 66 116 70" />
    </>
  ),
  paired_ttest: (
    <>
      {[14, 32, 50, 68].map((y, i) => (
        <g key={y}>
          <path className={styles.axis} d={`M6 ${y + 7}H114`} />
          <rect className={styles.text} x={6} y={y - 4} width={34 - i * 4} height={6} rx={1} />
          <rect className={styles.text} x={62} y={y - 4} width={20} height={6} rx={1} />
          <circle className={i % 2 === 0 ? styles.fill1 : styles.text} cx={106} cy={y - 1} r={4} />
        </g>
      ))}
    </>
  ),
  handlebars: (
    <>
      <path
        className={styles.line1}
        d="M22 14C14 14 18 38 10 40 18 42 14 66 22 66M98 14C106 14 102 38 110 40 102 42 106 66 98 66"
      />
      {[18, 32, 46, 60].map((y, i) => (
        <g key={y}>
          <rect className={styles.text} x={32} y={y - 3} width={26 + (i % 2) * 8} height={6} rx={1} />
          <rect className={styles.fill1} x={64 + (i % 2) * 8} y={y - 3} width={22 - (i % 3) * 4} height={6} rx={1} />
        </g>
      ))}
    </>
  ),
} as const
