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
} as const
