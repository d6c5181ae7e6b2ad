import { createContext } from 'react'
import type { ColorPlaces } from '../../charts/parts/color-scale.ts'

/** Which labels have which place in the colour scheme on a page, so that a series looks the same in all its charts. */
export interface ColorBook {
  places(): ColorPlaces
  /** Writes down what a drawing gave its labels. What is written stays; a label that stands alone is not worth a line. */
  note(given: ColorPlaces, chart: unknown): void
  /** Labels that more than one chart has. */
  shared(): readonly string[]
  subscribe(listen: () => void): () => void
}

export function createColorBook(): ColorBook {
  let known: ColorPlaces = {}
  const charts = new Map<string, Set<unknown>>()
  const listeners = new Set<() => void>()
  return {
    places: () => known,
    shared: () => [...charts].filter(([, seen]) => seen.size > 1).map(([label]) => label),
    note: (given, chart) => {
      for (const label of Object.keys(given)) charts.set(label, new Set([...(charts.get(label) ?? []), chart]))
      const added = Object.entries(given).filter(([label]) => !Object.hasOwn(known, label))
      if (added.length === 0 || Object.keys(given).length < 2) return
      known = { ...known, ...Object.fromEntries(added) }
      for (const listen of listeners) listen()
    },
    subscribe: (listen) => {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
  }
}

/** The book of the page; a chart that stands alone needs none. */
export const ColorBookContext = createContext<ColorBook | null>(null)
