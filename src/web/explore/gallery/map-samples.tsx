import styles from './gallery.module.css'

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

const shade = (x: number, y: number) => `var(--seq-${((x * 5 + y * 7 + ((x * y) % 4)) % 7) + 2})`

const land = WORLD.map(({ x, y }) => (
  <rect
    key={`${x} ${y}`}
    className={styles.text}
    opacity={0.4}
    x={2 + x * 4.9}
    y={8 + y * 7.2}
    width={4.2}
    height={5.6}
    rx={1}
  />
))
const POINTS = [
  [22, 26, 3],
  [30, 34, 5],
  [18, 36, 2.5],
  [38, 56, 4],
  [64, 22, 3],
  [70, 30, 2],
  [72, 46, 4],
  [92, 32, 5],
  [100, 24, 2.5],
  [104, 62, 3],
] as const
const CLUSTERS = [
  [26, 32, 9],
  [40, 56, 5],
  [66, 26, 8],
  [72, 50, 4],
  [96, 32, 10],
  [104, 62, 3],
] as const

/** Pictures of the types that show where something is. */
export const MAP_SAMPLES = {
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
  deck_scatter: (
    <>
      {land}
      {POINTS.map(([x, y, size], i) => (
        <circle
          key={`${x} ${y}`}
          className={[styles.fill1, styles.fill2][i % 2]}
          opacity={0.8}
          cx={x}
          cy={y}
          r={size}
        />
      ))}
    </>
  ),
  mapbox: (
    <>
      {land}
      {CLUSTERS.map(([x, y, size]) => (
        <circle key={`${x} ${y}`} className={styles.up} opacity={0.85} cx={x} cy={y} r={size} />
      ))}
    </>
  ),
} as const
