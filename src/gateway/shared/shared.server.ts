import type { SharedAnswers } from './answers.server.ts'
import { type JobEvents, ownEvents } from './events.server.ts'
import { type Generations, ownGenerations } from './generations.server.ts'
import { type Notes, type NotesOptions, ownNotes } from './notes.server.ts'
import { noPeers, type Peers } from './peers.server.ts'
import { ownSpending, type Spending } from './spending.server.ts'

/** What the servers of one installation know together. A server that is the only one keeps it to itself. */
export interface Shared {
  /** Null for the only server. */
  readonly answers: SharedAnswers | null
  readonly generations: Generations
  readonly events: JobEvents
  readonly spending: Spending
  readonly peers: Peers
  /** Notes of one purpose. */
  notes<T extends object>(purpose: string, options: NotesOptions): Notes<T>
  close(): Promise<void>
}

export function onlyServer(now: () => Date): Shared {
  const notes = new Map<string, Notes<object>>()
  return {
    answers: null,
    generations: ownGenerations(),
    events: ownEvents(() => now().getTime()),
    spending: ownSpending(),
    peers: noPeers(),
    notes: <T extends object>(purpose: string, options: NotesOptions) => {
      const known = notes.get(purpose) ?? ownNotes<T>(options)
      notes.set(purpose, known as Notes<object>)
      return known as Notes<T>
    },
    close: async () => {},
  }
}
