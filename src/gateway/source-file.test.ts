import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sourceFile } from './source-file.server.ts'

const root = mkdtempSync(join(tmpdir(), 'sources-'))
const sources = [join(root, 'in')]
mkdirSync(join(root, 'in'))
mkdirSync(join(root, 'inside-out'))
writeFileSync(join(root, 'in', 'a.db'), '')
writeFileSync(join(root, 'inside-out', 'b.db'), '')
writeFileSync(join(root, 'secret.db'), '')
symlinkSync(join(root, 'secret.db'), join(root, 'in', 'link.db'))

it('finds a file below a source, absolute or relative', async () => {
  expect(await sourceFile(join(root, 'in', 'a.db'), sources)).toBe(join(root, 'in', 'a.db'))
  expect(await sourceFile('a.db', sources)).toBe(join(root, 'in', 'a.db'))
})

it.each([
  join(root, 'secret.db'),
  join(root, 'in', '..', 'secret.db'),
  '../secret.db',
  join(root, 'in', 'link.db'),
  join(root, 'inside-out', 'b.db'),
  '/etc/passwd',
  ':memory:',
  '',
  'a.db\0',
])('never gives %s', async (path) => {
  await expect(sourceFile(path, sources)).rejects.toThrow()
})
