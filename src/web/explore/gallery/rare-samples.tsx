import styles from './gallery.module.css'
import { axis } from './sample-parts.tsx'

/** Land as dots. */
const WORLD = [
  '##..#.#.##...#...######.',
  '..###.#......#########.#',
  '...####.....##..######..',
  '....##.....##########...',
  '....###....#####.#.#....',
  '......##...####.........',
  '......###....##.....#...',
  '.......##....##......#..',
  '.......#.....#......###.',
].flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '#' ? [{ x, y }] : [])))
/** The forty-eight states as dots, and two corners. */
const STATES = [
  '.##########....##.',
  '.###########..####',
  '.################.',
  '.################.',
  '..##############..',
  '...############...',
  '......######..#...',
  '.#.....#.......#..',
].flatMap((row, y) => [...row].flatMap((sign, x) => (sign === '#' ? [{ x, y }] : [])))

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

const shade = (x: number, y: number) => `var(--seq-${((x * 5 + y * 7 + ((x * y) % 4)) % 7) + 2})`

/** Pictures of the types that few charts are of. */
export const RARE_SAMPLES = {
  world_map: WORLD.map(({ x, y }) => (
    <rect
      key={`${x} ${y}`}
      fill={shade(x >> 1, y >> 1)}
      x={2 + x * 4.9}
      y={8 + y * 7.2}
      width={4.2}
      height={5.6}
      rx={1}
    />
  )),
  country_map: STATES.map(({ x, y }) => (
    <rect
      key={`${x} ${y}`}
      fill={shade(x >> 1, y >> 1)}
      x={6 + x * 6.1}
      y={8 + y * 8}
      width={5.4}
      height={6.8}
      rx={1}
    />
  )),
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
} as const
