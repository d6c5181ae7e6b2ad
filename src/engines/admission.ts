import type { Lane } from './driver.ts'

/** Who asks, and how urgently. */
export interface Applicant {
  readonly user: string
  readonly lane: Lane
}

const URGENCY: Readonly<Record<Lane, number>> = { interactive: 0, batch: 1, spare: 2 }

interface Waiting<T extends Applicant> {
  readonly applicant: T
  readonly order: number
}

/** A fair queue: interactive before batch before spare, then whoever has least running, then who came first. */
export class AdmissionQueue<T extends Applicant> {
  readonly #waiting: Waiting<T>[] = []
  readonly #running = new Map<string, number>()
  #order = 0

  get length() {
    return this.#waiting.length
  }
  runningOf(user: string): number {
    return this.#running.get(user) ?? 0
  }
  add(applicant: T) {
    this.#waiting.push({ applicant, order: this.#order++ })
  }
  remove(applicant: T): boolean {
    const at = this.#waiting.findIndex((waiting) => waiting.applicant === applicant)
    if (at >= 0) this.#waiting.splice(at, 1)
    return at >= 0
  }
  /** Takes the next one out; `finished` must follow for it. */
  next(): T | null {
    const best = this.#waiting.reduce<Waiting<T> | null>(
      (first, waiting) => (first === null || this.#rank(waiting, first) < 0 ? waiting : first),
      null,
    )
    if (!best) return null
    this.remove(best.applicant)
    this.started(best.applicant.user)
    return best.applicant
  }
  started(user: string) {
    this.#running.set(user, this.runningOf(user) + 1)
  }
  finished(user: string) {
    const left = this.runningOf(user) - 1
    if (left > 0) this.#running.set(user, left)
    else this.#running.delete(user)
  }
  #rank(a: Waiting<T>, b: Waiting<T>): number {
    const lane = URGENCY[a.applicant.lane] - URGENCY[b.applicant.lane]
    if (lane !== 0) return lane
    const load = this.runningOf(a.applicant.user) - this.runningOf(b.applicant.user)
    return load !== 0 ? load : a.order - b.order
  }
}
