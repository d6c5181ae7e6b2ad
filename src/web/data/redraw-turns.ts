export interface RedrawTurns {
  /** Redraws now where this frame has time left, else in one of the next, lower ranks first; the answer forgets it. */
  take(rank: () => number, draw: () => void): () => void
}

const FRAME_MS = 16
/** The page itself, layout and painting need the rest of a frame. */
const DRAWING_MS = 8

interface Waiting {
  readonly rank: () => number
  readonly draw: () => void
}

/**
 * Pictures that change at the same time, as after a click on a dashboard, are redrawn over several frames: the first of
 * them is seen in the next one, and the page goes on answering.
 */
export function createRedrawTurns(
  clock: () => number,
  onFrame: (then: () => void) => void,
  drawingMs = DRAWING_MS,
): RedrawTurns {
  const line = new Set<Waiting>()
  let spentMs = 0
  let endedAt = Number.NEGATIVE_INFINITY
  let isFrameAsked = false

  const timed = (draw: () => void) => {
    const from = clock()
    try {
      draw()
    } finally {
      endedAt = clock()
      spentMs += endedAt - from
    }
  }
  const hasTime = () => spentMs < drawingMs || clock() - endedAt >= FRAME_MS
  const askFrame = () => {
    if (isFrameAsked) return
    isFrameAsked = true
    onFrame(() => {
      isFrameAsked = false
      spentMs = 0
      try {
        drawWaiting()
      } finally {
        if (spentMs > 0 || line.size > 0) askFrame()
      }
    })
  }
  const drawWaiting = () => {
    const ranked = [...line].map((one) => ({ one, rank: one.rank() })).toSorted((a, b) => a.rank - b.rank)
    for (const { one } of ranked) {
      if (spentMs >= drawingMs) return
      line.delete(one)
      timed(one.draw)
    }
  }
  return {
    take: (rank, draw) => {
      askFrame()
      if (line.size === 0 && hasTime()) {
        if (spentMs >= drawingMs) spentMs = 0
        timed(draw)
        return () => undefined
      }
      const one = { rank, draw }
      line.add(one)
      return () => line.delete(one)
    },
  }
}
