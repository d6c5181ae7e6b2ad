import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startServer } from '../../test/server.ts'

it('a server that starts removes the uploads that one which was killed has left', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'left-'))
  await mkdir(join(dataDir, 'uploads', 'left'), { recursive: true })
  await writeFile(join(dataDir, 'uploads', 'left', 'source'), 'a,b')
  const server = await startServer({ dataDir })
  expect(await readdir(dataDir)).not.toContain('uploads')
  await server.stop()
  await rm(dataDir, { recursive: true })
})
