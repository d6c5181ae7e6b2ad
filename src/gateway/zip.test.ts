import { expect, it } from 'vitest'
import { open } from '../../test/archive.ts'
import { exportFile } from './export-files.server.ts'
import { archiveAnswer } from './zip.server.ts'

it('makes the files of an archive one by one while it is packed, with turns of others between them', async () => {
  const states: number[] = []
  let turns = 0
  const others = setInterval(() => turns++, 0)
  const files = Array.from({ length: 3000 }, (_, i) =>
    exportFile(`charts/${i}.yaml`, () => {
      states.push(turns)
      return { i }
    }),
  )
  expect(states).toEqual([])
  const { body } = await archiveAnswer('chart', files, new Date('2026-01-05T00:00:00Z'))
  clearInterval(others)
  expect(states).toHaveLength(3000)
  expect(new Set(states).size).toBeGreaterThan(10)
  const packed = await open(body as Buffer)
  expect([packed.size, packed.get('archive/charts/2999.yaml')]).toEqual([3000, { i: 2999 }])
})
