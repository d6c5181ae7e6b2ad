import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PLACES } from '../places.ts'
import german from './de.json'

const WEB = new URL('../../', import.meta.url)
const OWN = ['app', 'home', 'lists', 'session', 'ui']
/** Texts given to t() as they stand: t('...'). What is made elsewhere is checked below by its table. */
const CALL = /(?<![\w.])(?:t|text)\(\s*'((?:[^'\\]|\\.)+)'/g

function textsIn(folder: string): readonly string[] {
  const files = readdirSync(new URL(`${folder}/`, WEB), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('grid/'))
  return sources.flatMap((file) => {
    const source = readFileSync(new URL(`${folder}/${file}`, WEB), 'utf8')
    return [...source.matchAll(CALL)].map((match) => (match[1] ?? '').replaceAll("\\'", "'"))
  })
}

const catalogue = german as Readonly<Record<string, string>>
const places = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g))].sort()

describe('the German catalogue', () => {
  it.each(OWN)('has every text of %s', (folder) => {
    expect(textsIn(folder).filter((text) => catalogue[text] === undefined)).toEqual([])
  })

  it('has every place of the navigation', () => {
    expect(PLACES.filter((place) => catalogue[place.label] === undefined)).toEqual([])
  })

  it('keeps the places for values and both forms', () => {
    for (const [key, text] of Object.entries(catalogue)) {
      expect(places(text), key).toEqual(places(key))
      expect(text.includes('|'), key).toBe(key.includes('|'))
    }
  })
})
