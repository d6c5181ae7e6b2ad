const WIDTH = 97
const TOP = 4
const BOTTOM = 37

export interface SparkPaths {
  readonly line: string
  readonly area: string
  readonly last: { readonly x: number; readonly y: number } | null
}

/** Paths of a small line in a box of 100 by 40; null breaks the line. */
export function sparkPaths(values: readonly (number | null)[]): SparkPaths {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return { line: '', area: '', last: null }
  const least = known.reduce((a, b) => Math.min(a, b))
  const most = known.reduce((a, b) => Math.max(a, b))
  const span = most - least || 1
  const points = values.map((value, index) =>
    value === null
      ? null
      : {
          x: round(1 + (index / Math.max(1, values.length - 1)) * WIDTH),
          y: round(BOTTOM - ((value - least) / span) * (BOTTOM - TOP)),
        },
  )
  const runs = runsOf(points)
  const line = runs.map((run) => `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}`).join('')
  const area = runs.map((run) => areaOf(run)).join('')
  return { line, area, last: points.findLast((point) => point !== null) ?? null }
}

interface Point {
  readonly x: number
  readonly y: number
}

function runsOf(points: readonly (Point | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    if (point === null) runs.push([])
    else runs.at(-1)?.push(point)
  }
  return runs.filter((run) => run.length > 0)
}

function areaOf(run: readonly Point[]): string {
  const first = run[0]?.x ?? 0
  const last = run.at(-1)?.x ?? 0
  return `M${first} 40L${run.map(({ x, y }) => `${x} ${y}`).join('L')}L${last} 40Z`
}

const round = (value: number) => Math.round(value * 100) / 100
