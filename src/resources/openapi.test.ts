import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openapi } from '../wire/openapi.ts'
import { routes } from './routes.ts'

test('openapi.json is what the routes say (node tools/openapi.mjs writes it)', () => {
  const committed: unknown = JSON.parse(readFileSync('openapi.json', 'utf8'))
  expect(JSON.parse(JSON.stringify(openapi(routes)))).toEqual(committed)
})

test('no two routes share a method and a path', () => {
  const keys = routes.map((route) => `${route.method} ${route.path.replace(/\{\w+\}/g, '{}').replace(/\/$/, '')}`)
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
})
