import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')

it('makes the outlines of maps as they are kept, and no larger than a font', () => {
  const made = mkdtempSync(join(tmpdir(), 'sightline-maps-'))
  const { status } = spawnSync(process.execPath, [join(ROOT, 'tools', 'maps.mjs'), made])
  expect(status).toBe(0)
  for (const [name, mostBytes] of [
    ['world', 50_000],
    ['states', 12_000],
  ] as const) {
    const kept = readFileSync(join(ROOT, 'src/charts/parts/maps', `${name}.generated.json`))
    expect(readFileSync(join(made, `${name}.generated.json`)).equals(kept), name).toBe(true)
    expect(gzipSync(kept, { level: 9 }).length).toBeLessThan(mostBytes)
  }
  rmSync(made, { recursive: true })
})
