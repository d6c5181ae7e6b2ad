import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const work = mkdtempSync(join(tmpdir(), 'sightline-start-'))
const children = new Set<ReturnType<typeof spawn>>()
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(work, { recursive: true, force: true })
})

interface Run {
  readonly child: ReturnType<typeof spawn>
  readonly exit: Promise<number | null>
  text(): string
  /** Waits until the text of the terminal has the pattern. */
  shows(pattern: RegExp): Promise<RegExpExecArray>
}

function sightline(
  args: readonly string[],
  options: { env?: Record<string, string>; input?: string } = {},
  program: readonly string[] = ['src/server/main.ts'],
): Run {
  const child = spawn(process.execPath, [...program, ...args], { env: { ...process.env, ...options.env } })
  children.add(child)
  let text = ''
  const collect = (chunk: Buffer) => {
    text += chunk.toString()
    child.emit('text')
  }
  child.stdout.on('data', collect)
  child.stderr.on('data', collect)
  child.stdin.end(options.input ?? '')
  const exit = once(child, 'close').then(([code]) => code as number | null)
  const shows = async (pattern: RegExp) => {
    for (;;) {
      const found = pattern.exec(text)
      if (found) return found
      const ended = await Promise.race([once(child, 'text').then(() => false), exit.then(() => true)])
      if (ended && !pattern.test(text)) throw new Error(`the terminal shows no ${pattern}: ${text}`)
    }
  }
  return { child, exit, text: () => text, shows }
}

const dir = (name: string) => join(work, name)
const start = (name: string, args: readonly string[] = [], env: Record<string, string> = {}) =>
  sightline(['--port', '0', '--no-examples', '--data', dir(name), ...args], { env })

test('the first start makes a secret of its own and gives a link that works once', async () => {
  const run = start('first')
  const [, link = ''] = await run.shows(/First start\s+(\S+)/)
  const { origin, searchParams } = new URL(link)
  expect(statSync(dir('first/secret')).mode & 0o077).toBe(0)
  expect(readFileSync(dir('first/secret'), 'utf8').trim().length).toBeGreaterThanOrEqual(43)

  const create = (code: string, password: string) =>
    fetch(`${origin}/api/v1/first_start/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code, username: 'ada', password }),
    })
  const code = searchParams.get('code') ?? ''
  expect((await fetch(link)).status).toBe(200)
  expect((await create('made-up', 'a-long-enough-password')).status).toBe(403)
  expect((await create(code, 'short')).status).toBe(400)
  expect((await create(code, 'a-long-enough-password')).status).toBe(200)
  expect((await create(code, 'a-long-enough-password')).status).toBe(403)
  const gone = await fetch(link, { redirect: 'manual' })
  expect([gone.status, gone.headers.get('location')]).toEqual([302, '/login/'])

  const signIn = await fetch(`${origin}/api/v1/security/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', password: 'a-long-enough-password', provider: 'db' }),
  })
  expect(signIn.status).toBe(200)
  run.child.kill('SIGTERM')
  expect(await run.exit).toBe(0)
})

test('a second server on the same data directory says which process holds it; a killed one leaves it free', async () => {
  const first = start('shared')
  await first.shows(/Sightline\s+http/)
  const second = start('shared')
  expect(await second.exit).toBe(1)
  expect(second.text()).toContain(`in use by another Sightline server (process ${first.child.pid})`)
  first.child.kill('SIGKILL')
  await first.exit
  const third = start('shared')
  await third.shows(/Sightline\s+http/)
  third.child.kill('SIGINT')
  expect(await third.exit).toBe(0)
})

test('a fault that no request was there to answer for is told in the log, and the server goes on', async () => {
  const script = `
    const { serve } = await import('./src/server/serve.ts')
    const { readCommand } = await import('./src/server/settings.ts')
    await serve(readCommand(${JSON.stringify(['--port', '0', '--no-examples', '--data', dir('faults')])}, process.env).settings)
    setTimeout(() => { throw new Error('thrown in a timer') })
    void Promise.reject(new Error('rejected for nobody'))`
  const run = sightline([], {}, ['--input-type=module', '--eval', script])
  const [, base = ''] = await run.shows(/Sightline\s+(http:\S+)/)
  await run.shows(/thrown in a timer/)
  await run.shows(/rejected for nobody/)
  expect((await fetch(`${base}health`)).status).toBe(200)
  run.child.kill('SIGTERM')
  expect(await run.exit).toBe(0)
})

test.each([
  ['a published secret', 'CHANGE_ME_TO_A_COMPLEX_RANDOM_SECRET', 'publicly known'],
  ['a short secret', 'changeme-but-longer', 'shorter than 32 bytes'],
  ['a repeated secret', 'abcdefghij'.repeat(4), 'repeats itself'],
  ['an empty secret', '', 'shorter than 32 bytes'],
])('%s refuses to start', async (_, secret, words) => {
  const run = start('secrets', [], { SIGHTLINE_SECRET: secret })
  expect(await run.exit).toBe(1)
  expect(run.text()).toContain(words)
  expect(run.text().trim().split('\n').at(-1)).not.toMatch(/\bat .*:\d+/)
})

test.each([
  ['redis://:pass-word-9@127.0.0.1:1', /^Redis of SIGHTLINE_REDIS_URL cannot be used: .*ECONNREFUSED 127.0.0.1:1\.\n$/],
  [
    'rediss://:pass-word-9@no-such-host.invalid/2',
    /^Redis of SIGHTLINE_REDIS_URL cannot be used: .*(ENOTFOUND|EAI_AGAIN).*\.\n$/,
  ],
  ['http://:pass-word-9@127.0.0.1', /^SIGHTLINE_REDIS_URL must be .*\n$/],
  ['redis://:pass-word-9%@127.0.0.1', /^SIGHTLINE_REDIS_URL must be .*\n$/],
  ['redis://:pass-word-9@127.0.0.1/shop', /^SIGHTLINE_REDIS_URL must be .*\n$/],
])('a Redis that cannot be used is told in one line, without its password: %s', async (url, words) => {
  const run = start('redis', ['--quiet'], { SIGHTLINE_REDIS_URL: url })
  expect(await run.exit).toBe(1)
  expect(run.text()).toMatch(words)
  expect(run.text()).not.toContain('pass-word-9')
})

test('a taken port is an error when it was asked for, and says so in one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const run = sightline(['--port', String(port), '--no-examples', '--quiet', '--data', dir('port')])
  expect(await run.exit).toBe(1)
  expect(run.text()).toBe(`The port ${port} is taken. Choose another one with --port, or leave --port out.\n`)
  taken.close()
})

test('a data directory that cannot be made or read is told in one line', async () => {
  writeFileSync(dir('a-file'), '')
  const run = start('a-file/data', ['--quiet'])
  expect(await run.exit).toBe(1)
  expect(run.text()).toMatch(/^The data directory \S+ cannot be used: .+\.\n$/)
})

test.runIf(process.platform === 'linux')('a data directory below one that takes none is refused at once', async () => {
  const run = sightline(['--no-examples', '--quiet', '--data', '/proc/sightline/data'])
  expect(await run.exit).toBe(1)
  expect(run.text()).toMatch(/^The data directory \/proc\/sightline\/data cannot be used: its parent .+\.\n$/)
})

test('a damaged metadata store is told, not overwritten', async () => {
  const broken = dir('broken')
  const first = start('broken')
  await first.shows(/Sightline\s+http/)
  first.child.kill('SIGTERM')
  await first.exit
  const damage = 'this is not a database, whatever its name says'.repeat(100)
  writeFileSync(join(broken, 'metadata.db'), damage)
  const second = start('broken', ['--quiet'])
  expect(await second.exit).toBe(1)
  expect(second.text()).toContain('is damaged')
  expect(readFileSync(join(broken, 'metadata.db'), 'utf8')).toBe(damage)
})

test('users are added from a script, with the password on standard input', async () => {
  const add = (input: string, ...args: string[]) =>
    sightline(['user', 'add', ...args, '--data', dir('users')], { input })
  const good = add('correct-horse-battery\n', 'bo', '--role', 'Alpha')
  expect([await good.exit, good.text()]).toEqual([0, 'The user bo was added with Alpha.\n'])
  const again = add('correct-horse-battery\n', 'BO', '--role', 'Alpha')
  expect([await again.exit, again.text()]).toEqual([1, 'The user BO exists already.\n'])
  const short = add('short\n', 'cy', '--role', 'Alpha')
  expect([await short.exit, short.text()]).toEqual([1, 'The password needs at least 12 characters.\n'])
  const role = add('correct-horse-battery\n', 'cy', '--role', 'King')
  expect([await role.exit, role.text()]).toEqual([1, 'There is no role King.\n'])
})

test.each([
  [['--port', 'abc'], 'The port must be a number'],
  [['--nonsense'], '--nonsense'],
  [['dance'], 'Unknown command: dance'],
])('%j is refused with a reason', async (args, words) => {
  const run = sightline(args)
  expect(await run.exit).toBe(1)
  expect(run.text()).toContain(words)
})

test('--help and --version answer at once', async () => {
  const help = sightline(['--help'])
  expect([await help.exit, help.text()]).toEqual([0, expect.stringContaining('--sources DIR')])
  const version = sightline(['--version'])
  expect([await version.exit, version.text()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)])
})
