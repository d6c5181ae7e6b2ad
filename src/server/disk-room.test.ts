import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { ADMIN, startServer } from '../../test/server.ts'
import { openDiskRoom } from './disk-room.ts'

const dir = mkdtempSync(join(tmpdir(), 'sightline-disk-'))
afterEach(() => {
  for (const name of readdirSync(dir)) rmSync(join(dir, name))
})
afterAll(() => rmSync(dir, { recursive: true }))

const MB = 1024 * 1024
const held = () => statSync(join(dir, 'reserve')).size
/** A disk of so many bytes, of which others use some. */
function diskOf(bytes: number) {
  const disk = { others: 0 }
  const used = () => readdirSync(dir).reduce((sum, name) => sum + statSync(join(dir, name)).size, 0)
  const room = openDiskRoom({ dir, log: () => {}, free: async () => bytes - disk.others - used() })
  return { disk, room }
}

it('keeps 64 MB on a disk with room, lends a part of them at a time, and takes them again', async () => {
  const { room } = diskOf(10_000 * MB)
  await room.look()
  expect([held(), room.isFull()]).toEqual([64 * MB, false])
  const giveBack = room.lend()
  expect(held()).toBe(60 * MB)
  giveBack()
  await expect.poll(held).toBe(64 * MB)
})

it('is full when others leave nothing, holds what is left of the reserve, and is not full once there is room', async () => {
  const { disk, room } = diskOf(1000 * MB)
  await room.look()
  expect(held()).toBe(50 * MB)
  disk.others = 950 * MB
  await room.look()
  expect([held(), room.isFull()]).toEqual([50 * MB, true])
  const giveBack = room.lend()
  writeFileSync(join(dir, 'audit'), Buffer.alloc(2 * MB))
  giveBack()
  await room.look()
  expect(held()).toBe(48 * MB)
  disk.others = 100 * MB
  await room.look()
  expect([held(), room.isFull()]).toEqual([50 * MB, false])
})

it('believes a failure that the free room does not explain, such as that of a quota', async () => {
  const { room } = diskOf(1000 * MB)
  room.noteFull()
  await room.look()
  expect(room.isFull()).toBe(true)
})

/** A file system of its own, where that may be made. */
function smallDisk(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const place = mkdtempSync(join(tmpdir(), 'sightline-small-'))
  try {
    execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', 'size=24m', 'sightline', place], { stdio: 'ignore' })
    return place
  } catch {
    rmSync(place, { recursive: true })
    return null
  }
}

const place = smallDisk()
describe.skipIf(place === null)('a data directory on a disk that others fill', () => {
  afterAll(() => {
    execFileSync('/bin/umount', [place ?? ''])
    rmSync(place ?? '', { recursive: true })
  })

  it('refuses changes and says so in its health, lets people come in and delete, and goes on when there is room', async () => {
    const server = await startServer({ dataDir: join(place ?? '', 'data') })
    const { disk } = server.server
    const admin = await server.login()
    const add = (text: string) => admin.send('POST', '/api/v1/dashboard/', { dashboard_title: 'x', css: text })
    const ids = [(await add('')).json.id, (await add('')).json.id]
    await disk.look()
    const filler = join(place ?? '', 'filler')
    try {
      writeFileSync(filler, Buffer.alloc(24 * MB))
    } catch {
      // It is as full as it gets.
    }
    await disk.look()
    const health = async () => (await server.anonymous.send('GET', '/health')).text
    expect(await health()).toBe('DEGRADED: the disk is full')
    expect((await add('y'.repeat(100_000))).status).toBe(507)
    expect((await admin.send('GET', '/api/v1/dashboard/')).json.count).toBe(2)
    const again = await server.login(ADMIN.username, ADMIN.password)
    for (const id of ids) expect((await again.send('DELETE', `/api/v1/dashboard/${id}`)).status).toBe(200)
    expect((await again.send('GET', '/api/v1/dashboard/')).json.count).toBe(0)
    rmSync(filler)
    await disk.look()
    // The failures above are believed for a while; what is saved is saved all the same.
    expect((await add('y'.repeat(100_000))).status).toBe(201)
    await server.stop()
  })
})
