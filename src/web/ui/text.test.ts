import { describe, expect, it } from 'vitest'
import { translator } from './text.ts'

describe('texts', () => {
  it('fill in values and leave unknown places visible', () => {
    const t = translator('en', {})
    expect(t('Deleted: {{name}}', { name: 'a {{b}}' })).toBe('Deleted: a {{b}}')
    expect(t('{{missing}} rows')).toBe('{{missing}} rows')
  })

  it('are no names that every object inherits', () => {
    for (const locale of ['en', 'de', 'pseudo'] as const)
      expect(translator(locale, {})('constructor')).toContain(locale === 'pseudo' ? '[' : 'constructor')
  })

  it('choose the form by the number', () => {
    const t = translator('en', {})
    expect(t('{{count}} row|{{count}} rows', { count: 1 })).toBe('1 row')
    expect(t('{{count}} row|{{count}} rows', { count: 0 })).toBe('0 rows')
    expect(t('{{count}} row|{{count}} rows', { count: 60_033 })).toBe('60,033 rows')
    expect(translator('de', {})('{{count}} Zeilen', { count: 60_033 })).toBe('60.033 Zeilen')
  })

  it('take the translation where there is one', () => {
    const t = translator('de', { '{{count}} row|{{count}} rows': '{{count}} Zeile|{{count}} Zeilen' })
    expect(t('{{count}} row|{{count}} rows', { count: 1 })).toBe('1 Zeile')
    expect(t('{{count}} row|{{count}} rows', { count: 5 })).toBe('5 Zeilen')
    expect(t('Save')).toBe('Save')
  })

  it('are longer and accented in the pseudo-locale, values untouched', () => {
    const shown = translator('pseudo', {})('Save {{name}}', { name: 'Sales' })
    expect(shown).toContain('Sales')
    expect(shown).not.toContain('Save')
    expect(shown.length).toBeGreaterThan('Save Sales'.length)
  })
})
