/** Makes the outlines that maps are drawn of: `node tools/maps.mjs [OUTPUT_FOLDER]`. Needs developer packages. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shapesOf } from './maps/shapes.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = resolve(process.argv[2] ?? join(root, 'src', 'charts', 'parts', 'maps'))
const read = (...path) => JSON.parse(readFileSync(join(root, 'node_modules', ...path), 'utf8'))

/** Numbers of what has none: the one that is used for Kosovo is not ISO's own. */
const OWN_NUMBERS = { Kosovo: '983' }
/** A reef with the number of Australia. */
const TWICE = 'Ashmore and Cartier Is.'

/** Countries by their ISO number; land without one has none here either. */
const world = shapesOf(read('world-atlas', 'countries-50m.json'), 'countries', {
  idOf: ({ id, properties }) => id ?? OWN_NUMBERS[properties.name] ?? '',
  isKept: ({ properties }) => properties.name !== TWICE,
  perDegree: 50,
  detail: 0.02,
  smallest: 0.02,
})

/** States of the United States by their FIPS number; the islands beyond are too far away for one picture. */
const STATES = 56
const states = shapesOf(read('vega-datasets', 'data', 'us-10m.json'), 'states', {
  idOf: ({ id }) => String(id).padStart(2, '0'),
  isKept: ({ id }) => id <= STATES,
  perDegree: 100,
  detail: 0.004,
  smallest: 0.01,
})

for (const [name, shapes] of Object.entries({ world, states })) {
  const text = `${JSON.stringify(shapes)}\n`
  writeFileSync(join(output, `${name}.generated.json`), text)
  console.log(`${name}: ${shapes.places.length} places, ${(text.length / 1000).toFixed(0)} kB`)
}
