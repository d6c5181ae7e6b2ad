import { createRedrawTurns } from './redraw-turns.ts'

export interface PictureJob {
  /** Asked when several pictures could be drawn: lower goes first. */
  readonly rank: () => number
  /** Fetches the code that the picture needs. */
  readonly load: () => Promise<unknown>
  /** Draws, and says so by calling `done` once. */
  readonly draw: (done: () => void) => void
  /** The code did not arrive, or the picture could not be made of it. */
  readonly fail: (error: unknown) => void
}

export interface PictureTurns {
  /** Waits for a turn; the answer gives it up, whether or not it came. */
  take(job: PictureJob): () => void
  /** Runs once, as soon as no picture waits or is being drawn; the answer forgets it. */
  whenAtRest(then: () => void): () => void
  /** True once a picture is on the screen. */
  hasPainted(): boolean
}

/**
 * Pictures are drawn one per task, so that the page answers in between. Until the first one has been painted, only its
 * code is fetched: a page of thirty charts shows its first one as fast as if it stood alone.
 */
export function createPictureTurns(afterPaint: (then: () => void) => void): PictureTurns {
  return new Turns(afterPaint)
}

interface Waiting {
  readonly job: PictureJob
  state: 'waiting' | 'loading' | 'ready' | 'drawing'
}

class Turns implements PictureTurns {
  readonly #afterPaint: (then: () => void) => void
  readonly #line = new Set<Waiting>()
  readonly #resting = new Set<() => void>()
  #hasPainted = false
  #isBusy = false

  constructor(afterPaint: (then: () => void) => void) {
    this.#afterPaint = afterPaint
  }

  take(job: PictureJob): () => void {
    const one: Waiting = { job, state: 'waiting' }
    this.#line.add(one)
    this.#next()
    return () => {
      if (!this.#line.delete(one)) return
      if (one.state === 'drawing') this.#isBusy = false
      this.#next()
    }
  }

  whenAtRest(then: () => void): () => void {
    this.#resting.add(then)
    this.#rest()
    return () => this.#resting.delete(then)
  }

  hasPainted(): boolean {
    return this.#hasPainted
  }

  #next(): void {
    this.#loadNext()
    this.#drawNext()
    this.#rest()
  }

  #loadNext(): void {
    const waiting = [...this.#line].filter(({ state }) => state === 'waiting')
    if (this.#hasPainted) for (const one of waiting) this.#load(one)
    else if (waiting[0] && waiting.length === this.#line.size) this.#load(waiting[0])
  }

  #load(one: Waiting): void {
    one.state = 'loading'
    one.job.load().then(
      () => {
        one.state = 'ready'
        this.#next()
      },
      (error: unknown) => this.#fail(one, error),
    )
  }

  #fail(one: Waiting, error: unknown): void {
    if (this.#line.delete(one)) one.job.fail(error)
    this.#next()
  }

  #drawNext(): void {
    const one = this.#isBusy ? null : lowest([...this.#line].filter(({ state }) => state === 'ready'))
    if (one === null) return
    this.#isBusy = true
    one.state = 'drawing'
    try {
      one.job.draw(() => this.#drawn(one))
    } catch (error) {
      this.#isBusy = false
      this.#fail(one, error)
    }
  }

  #drawn(one: Waiting): void {
    if (!this.#line.delete(one)) return
    this.#afterPaint(() => {
      this.#hasPainted = true
      this.#isBusy = false
      this.#next()
    })
  }

  #rest(): void {
    if (this.#isBusy || this.#line.size > 0) return
    const due = [...this.#resting]
    this.#resting.clear()
    for (const then of due) then()
  }
}

function lowest(ready: readonly Waiting[]): Waiting | null {
  const ranked = ready.map((one) => ({ one, rank: one.job.rank() })).toSorted((a, b) => a.rank - b.rank)
  return ranked[0]?.one ?? null
}

/** A page that is not seen has no frames; the others are not held back for longer than this. */
const LONGEST_FRAME_MS = 500

/** Right before the next frame is painted. */
function onNextFrame(then: () => void): void {
  const timer = setTimeout(() => {
    cancelAnimationFrame(frame)
    then()
  }, LONGEST_FRAME_MS)
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer)
    then()
  })
}

/** The turns of the page, each of which ends when its frame is on the screen. */
export const pictureTurns = createPictureTurns((then) => onNextFrame(() => setTimeout(then)))
export const redrawTurns = createRedrawTurns(() => performance.now(), onNextFrame)
