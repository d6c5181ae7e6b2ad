import { hash } from 'node:crypto'
import { type Notes, type NotesOptions, ownNotes } from './notes.server.ts'
import type { RedisLink } from './redis-link.server.ts'
import { openedText, type Seal, sealedText } from './seal.server.ts'

const READ = `return redis.call('GET', KEYS[1])`
const WRITE = `return redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])`
const REMOVE = `return redis.call('DEL', KEYS[1])`
/** Writes only in place of what was read. */
const REPLACE = `
local known = redis.call('GET', KEYS[1]) or ''
if known ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
return 1`
const MOST_TRIES = 50

/** Notes in Redis, and in the memory of this server for when Redis is away. */
export function redisNotes<T extends object>(
  link: RedisLink,
  seal: Seal,
  purpose: string,
  options: NotesOptions,
): Notes<T> {
  const own = ownNotes<T>(options)
  const keptMs = String(options.keptMs)
  const place = (key: string) => link.key('note', hash('sha256', `${purpose} ${key}`, 'hex'))

  const noteOf = (text: string, at: string): T | null => (text === '' ? null : (openedText(seal, text, at) as T | null))
  const replaced = async (at: string, change: (note: T | null) => T): Promise<boolean> => {
    for (let i = 0; i < MOST_TRIES; i += 1) {
      const reply = await link.run(READ, [at], [])
      if (reply === undefined) return false
      const known = textOf(reply)
      const next = sealedText(seal, change(noteOf(known, at)), at)
      const done = await link.run(REPLACE, [at], [known, next, keptMs])
      if (done !== 0) return done === 1
    }
    return false
  }

  return {
    read: async (key) => {
      const mine = await own.read(key)
      if (mine && options.isFixed) return mine
      const reply = await link.run(READ, [place(key)], [])
      return reply === undefined ? mine : noteOf(textOf(reply), place(key))
    },
    write: async (key, note) => {
      await own.write(key, note)
      await link.run(WRITE, [place(key)], [sealedText(seal, note, place(key)), keptMs])
    },
    change: async (key, change) => {
      await own.change(key, change)
      await replaced(place(key), change)
    },
    remove: async (key) => {
      await own.remove(key)
      await link.run(REMOVE, [place(key)], [])
    },
  }
}

const textOf = (reply: unknown): string => (Buffer.isBuffer(reply) ? reply.toString() : '')
