import { AdmissionQueue, type Applicant } from './admission.ts'

interface Waiting extends Applicant {
  readonly enter: () => void
}

/** Lets a number of statements run at once; who waits is served in the fair order of the admission queue. */
export class Slots {
  readonly #queue = new AdmissionQueue<Waiting>()
  readonly #size: number
  #running = 0

  constructor(size: number) {
    this.#size = size
  }

  /** Runs work when its turn comes. Rejects with the signal's reason when it ends before. */
  async use<T>(applicant: Applicant, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(applicant, signal)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#queue.finished(applicant.user)
      this.#serve()
    }
  }

  #enter({ user, lane }: Applicant, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const leave = () => {
        if (this.#queue.remove(waiting)) reject(signal.reason)
      }
      const enter = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const waiting: Waiting = { user, lane, enter }
      signal.addEventListener('abort', leave, { once: true })
      this.#queue.add(waiting)
      this.#serve()
    })
  }

  #serve() {
    while (this.#running < this.#size) {
      const next = this.#queue.next()
      if (!next) return
      this.#running += 1
      next.enter()
    }
  }
}
