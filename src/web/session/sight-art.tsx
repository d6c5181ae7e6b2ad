const WIDTH = 984
const LEVEL = 452
const BASE = 856
const STEP = 5.85
const COUNT = 164
const TICK = 29.2

/** Readings above and below the sight line: two hills and two hollows. */
function reading(at: number): number {
  const bell = (centre: number, width: number) => Math.exp(-(((at - centre) / width) ** 2))
  const grain = Math.sin(at * 12.9) * Math.sin(at * 4.1) * 9
  const above = 44 * bell(20, 16) + 178 * bell(58, 17)
  const below = 128 * bell(100, 13) + 66 * bell(134, 19)
  const edge = Math.min(1, at / 6, (COUNT - at) / 8)
  return (above - below + grain * (above > 12 || below > 12 ? 1 : 0.2)) * edge
}

/** The level line with readings: what the product is for, and nothing more. */
export function SightArt() {
  const readings = Array.from({ length: COUNT }, (_, at) => ({ x: 12 + at * STEP, y: LEVEL - reading(at) }))
  const ticks = Array.from({ length: Math.floor(WIDTH / TICK) }, (_, at) => ({
    x: 12 + at * TICK,
    isLong: at % 4 === 0,
  }))
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 900`}
      width="100%"
      height="100%"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <path d={`M0 ${BASE}H${WIDTH}`} stroke="var(--chart-axis)" />
      {ticks.map(({ x, isLong }) => (
        <path key={x} d={`M${x.toFixed(1)} ${BASE}v${isLong ? 10 : 5}`} stroke="var(--chart-axis)" />
      ))}
      {readings.map(({ x, y }) => (
        <path
          key={x}
          d={`M${x.toFixed(1)} ${LEVEL}V${y.toFixed(1)}`}
          stroke={y < LEVEL ? 'var(--accent)' : 'var(--line-control)'}
          strokeWidth="1.5"
        />
      ))}
      <path d={`M0 ${LEVEL}H${WIDTH}`} stroke="var(--text)" strokeWidth="1.5" />
    </svg>
  )
}
