import type { RouteShape } from '../wire/route.ts'

export interface PathTable {
  /** Methods that the path is served with, HEAD and OPTIONS among them; empty when it is no path of ours. */
  methods(path: string): string[]
  /** Methods of a path that is written without parameters; empty for any other. */
  literalMethods(path: string): string[]
}

export function pathTable(routes: readonly Pick<RouteShape, 'method' | 'path'>[]): PathTable {
  const patterns = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>()
  for (const { method, path } of routes) {
    const entry = patterns.get(path) ?? { pattern: patternOf(path), methods: new Set(['OPTIONS']) }
    entry.methods.add(method)
    if (method === 'GET') entry.methods.add('HEAD')
    patterns.set(path, entry)
  }
  const literal = (path: string) => patterns.get(path) ?? patterns.get(`${path}/`)
  return {
    literalMethods: (path) => [...(literal(path.replace(/(?<=.)\/+$/, ''))?.methods ?? [])],
    methods: (path) => [
      ...new Set([...patterns.values()].filter((e) => e.pattern.test(path)).flatMap((e) => [...e.methods])),
    ],
  }
}

function patternOf(path: string): RegExp {
  const text = path
    .replace(/\/+$/, '')
    .split(/\{\w+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+')
  return new RegExp(`^/*${text.replace(/^\//, '')}/*$`)
}
