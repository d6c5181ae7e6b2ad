import type { DataMasks } from '../../query/data-mask/filter-config.ts'

/** What the site around an embedded dashboard may ask it. */
export interface EmbeddedView {
  readonly activeTabs: () => readonly string[]
  readonly dataMask: () => DataMasks
  /** Keeps the state of the dashboard under a key. */
  readonly permalink: (anchor: string | null) => Promise<{ readonly key: string; readonly url: string }>
  /** What each chart asks the server as it is filtered, or one chart alone, by id. */
  readonly chartPayloads: (chartId: number | null) => Readonly<Record<string, unknown>>
  /** Tells every change of the masks, with those before it; gives what ends it. */
  readonly observe: (changed: (masks: DataMasks, before: DataMasks) => void) => () => void
}

type Listener = (view: EmbeddedView | null) => void
const listeners = new Set<Listener>()
let current: EmbeddedView | null = null

/** The dashboard that is shown; null before it is there. */
export const embeddedView = (): EmbeddedView | null => current

export function showEmbeddedView(view: EmbeddedView | null): void {
  current = view
  for (const listener of listeners) listener(view)
}

/** Tells which dashboard is shown, at once and at every change; gives what ends it. */
export function watchEmbeddedView(listener: Listener): () => void {
  listeners.add(listener)
  listener(current)
  return () => listeners.delete(listener)
}
