import { stringify } from 'yaml'

/** How files of exports are written: texts of several lines as blocks, words such as `yes` quoted. */
const OPTIONS = { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false } as const

const PLAIN = /^[A-Za-z_](?:[\w ./()-]*[\w)])?$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Words that YAML 1.1 reads as something else than text. */
const WORDS = new Set(['y', 'n', 'yes', 'no', 'on', 'off', 'true', 'false', 'null'])
/** Gives a map to merge with where it is a key. */
const MERGE = '<<'

/**
 * YAML of plain values, letter for letter what the library writes, which takes a hundred times as long because it makes
 * a tree of each value first. It is asked for those texts alone that could need quotes or a block.
 */
export function writeYaml(value: unknown): string {
  if (!isFilled(value)) return stringify(value, OPTIONS)
  const lines: string[] = []
  return write(lines, value, '', '') ? `${lines.join('\n')}\n` : stringify(value, OPTIONS)
}

type Filled = readonly unknown[] | Readonly<Record<string, unknown>>

function isFilled(value: unknown): value is Filled {
  if (Array.isArray(value)) return value.length > 0
  return isMapping(value) && Object.values(value).some((member) => member !== undefined)
}

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** Adds the lines of a value at an indentation, the first of them behind a head; false where it is not plain. */
function write(lines: string[], value: Filled, indent: string, head: string): boolean {
  let lead = head
  const entries: Iterable<readonly [string | null, unknown]> = Array.isArray(value)
    ? value.map((item) => [null, item] as const)
    : Object.entries(value)
  for (const [key, item] of entries) {
    if (key !== null && item === undefined) continue
    const name = key === null ? '-' : nameOf(key, indent)
    if (name === null || !writeItem(lines, item, { indent, lead, name, isKey: key !== null })) return false
    lead = indent
  }
  return true
}

interface Place {
  readonly indent: string
  readonly lead: string
  readonly name: string
  readonly isKey: boolean
}

function writeItem(lines: string[], item: unknown, { indent, lead, name, isKey }: Place): boolean {
  const deeper = `${indent}  `
  if (!isFilled(item)) {
    const text = leaf(item, indent)
    if (text !== null) lines.push(`${lead}${name} ${text}`)
    return text !== null
  }
  if (!isKey) return write(lines, item, deeper, `${lead}- `)
  lines.push(`${lead}${name}`)
  return write(lines, item, deeper, deeper)
}

function nameOf(key: string, indent: string): string | null {
  if (isPlain(key)) return `${key}:`
  if (key === MERGE) return null
  const text = byLibrary({ [key]: 1 }, indent)
  return text.endsWith(': 1') && !text.startsWith('?') && !text.includes('\n') ? text.slice(0, -2) : null
}

/** What the library writes for a map, whose indentation matters for a text that looks like the end of a document. */
const byLibrary = (map: Readonly<Record<string, unknown>>, indent: string) =>
  indent === ''
    ? stringify(map, OPTIONS).slice(0, -1)
    : stringify({ a: map }, OPTIONS).slice('a:\n  '.length, -1).replaceAll('\n  ', '\n')

/** A value without members; null for what no JSON holds. */
function leaf(value: unknown, indent: string): string | null {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return text(value, indent)
  if (Array.isArray(value)) return '[]'
  return isMapping(value) ? '{}' : null
}

const number = (value: number) =>
  Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : stringify(value, OPTIONS).trimEnd()

function text(value: string, indent: string): string {
  if (isPlain(value) || UUID.test(value)) return value
  const [first = '', ...rest] = byLibrary({ a: value }, indent).slice('a: '.length).split('\n')
  return [first, ...rest.map((line) => (line === '' ? '' : `${indent}${line}`))].join('\n')
}

const isPlain = (value: string) => value.length < 200 && PLAIN.test(value) && !WORDS.has(value.toLowerCase())
