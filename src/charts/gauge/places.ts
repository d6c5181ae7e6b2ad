/** Where a gauge stands, in pixels. */
export interface GaugePlace {
  readonly center: readonly [x: number, y: number]
  readonly radius: number
  /** The lowest point of the arc, below its center. */
  readonly lowest: number
}

const LEAST_PX = 84
const MARGIN_PX = 8
/** A name below an arc. */
export const NAME_PX = 18
const SAMPLES = 72

interface Room {
  readonly width: number
  readonly height: number
  readonly startAngle: number
  readonly endAngle: number
  readonly hasNames: boolean
  /** Then the value is written below the center. */
  readonly hasPointer: boolean
}

/** Places of gauges of one size in rows; fewer than there are gauges where they would be too small to read. */
export function gaugePlaces(count: number, room: Room): readonly GaugePlace[] {
  const most = Math.max(1, Math.floor(room.width / LEAST_PX)) * Math.max(1, Math.floor(room.height / LEAST_PX))
  const shown = Math.min(count, most)
  const choices = Array.from({ length: shown }, (_, at) => inColumns(shown, at + 1, room))
  return choices.reduce((best, one) => ((one[0]?.radius ?? 0) > (best[0]?.radius ?? 0) ? one : best), choices[0] ?? [])
}

function inColumns(count: number, columns: number, room: Room): readonly GaugePlace[] {
  const [width, height] = [room.width / columns, room.height / Math.ceil(count / columns)]
  const box = arcBox(room)
  const free = height - 2 * MARGIN_PX - (room.hasNames ? NAME_PX : 0)
  const radius = Math.max(4, Math.min((width - 2 * MARGIN_PX) / (box.right - box.left), free / (box.bottom - box.top)))
  const used = radius * (box.bottom - box.top)
  return Array.from({ length: count }, (_, at) => {
    const [column, row] = [at % columns, Math.floor(at / columns)]
    const x = width * (column + 0.5) - (radius * (box.left + box.right)) / 2
    const y = height * row + MARGIN_PX + (free - used) / 2 - radius * box.top
    return { center: [x, y], radius, lowest: radius * box.bottom }
  })
}

/** The box around an arc of radius 1, center included, since the value is written there. */
function arcBox({ startAngle: start, endAngle: end, hasPointer }: Room) {
  const points = Array.from({ length: SAMPLES + 1 }, (_, at) => {
    const angle = ((start + ((end - start) * at) / SAMPLES) * Math.PI) / 180
    return [Math.cos(angle), -Math.sin(angle)] as const
  })
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return {
    left: Math.min(-0.5, ...xs),
    right: Math.max(0.5, ...xs),
    top: Math.min(-0.3, ...ys),
    bottom: Math.max(hasPointer ? 0.7 : 0.3, ...ys),
  }
}
