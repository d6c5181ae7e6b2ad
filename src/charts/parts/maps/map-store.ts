import { type Place, readShapes, type WrittenShapes } from './shapes.ts'

const FILES = {
  world: () => import('./world.generated.json', { with: { type: 'json' } }),
  states: () => import('./states.generated.json', { with: { type: 'json' } }),
} as const satisfies Record<string, () => Promise<{ readonly default: WrittenShapes }>>
export type MapName = keyof typeof FILES

const there = new Map<MapName, readonly Place[]>()
const coming = new Map<MapName, Promise<void>>()

/** Loads the outlines of a map; null where they are there. What failed is loaded again when it is asked for again. */
export function loadMap(name: MapName): Promise<void> | null {
  if (there.has(name)) return null
  const loading = coming.get(name) ?? load(name)
  coming.set(name, loading)
  return loading
}

async function load(name: MapName): Promise<void> {
  try {
    there.set(name, readShapes((await FILES[name]()).default))
  } finally {
    coming.delete(name)
  }
}

/** The same for several maps. */
export function loadMaps(names: readonly MapName[]): Promise<void> | null {
  const missing = names.filter((name) => !there.has(name))
  if (missing.length === 0) return null
  const key = missing.join()
  const loading =
    together.get(key) ??
    Promise.all(missing.map(loadMap))
      .then(() => undefined)
      .finally(() => together.delete(key))
  together.set(key, loading)
  return loading
}

const together = new Map<string, Promise<void>>()

/** The outlines of a map that has been loaded. */
export const placesOn = (name: MapName): readonly Place[] => there.get(name) ?? []
