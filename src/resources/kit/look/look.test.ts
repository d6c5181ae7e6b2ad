import { describe, expect, it } from 'vitest'
import { contrast } from '../../../charts/parts/contrast.ts'
import { lookOf } from './look.ts'
import { readTheme } from './theme-config.ts'

const look = (token: Record<string, unknown>, algorithm = 'default') => {
  const theme = readTheme(JSON.stringify({ token, algorithm }))
  const made = lookOf({ light: [theme], dark: [theme] })
  if (made === null) throw new Error('no look')
  return made
}
const BRANDS = ['#0a6878', '#fcc700', '#ffffff', '#000000', '#2893b3', '#ff00ff', '#123456', 'rgba(40, 147, 179, 0.5)']
const GROUNDS = [null, '#ffffff', '#fff8e1', '#808080', '#141a1c', '#000000', '#003366']

/** Texts and marks with the grounds they stand on, and the contrast that they need there. */
const PAIRS: readonly (readonly [ink: string, grounds: readonly string[], ratio: number])[] = [
  ['on-accent', ['accent', 'accent-hover', 'accent-press'], 4.5],
  ['accent-text', ['surface', 'bg', 'accent-soft', 'select'], 4.5],
  ['on-danger', ['danger-solid'], 4.5],
  ...['text', 'text-2', 'text-3', 'chart-label', 'ok', 'warn', 'danger', 'sql-kw', 'sql-com'].map(
    (ink) => [ink, ['surface'], 4.5] as const,
  ),
  ...['accent', 'focus', 'line-control'].map((ink) => [ink, ['surface'], 3] as const),
]

describe.each(BRANDS)('brand %s', (colorPrimary) => {
  it.each(GROUNDS)('can be read on %s, light and dark', (colorBgBase) => {
    const token = colorBgBase === null ? { colorPrimary } : { colorPrimary, colorBgBase }
    const sides = ['default', 'dark'].flatMap((algorithm) => Object.values(look(token, algorithm)))
    const tooWeak = sides.flatMap(({ properties }) =>
      PAIRS.flatMap(([ink, grounds, ratio]) =>
        grounds
          .filter((ground) => contrast(properties[`--${ink}`] ?? '', properties[`--${ground}`] ?? '') < ratio)
          .map((ground) => `${ink} on ${ground}`),
      ),
    )
    expect(tooWeak).toEqual([])
  })
})

it('keeps the grounds of a light theme from the dark side, and those of a dark one from the light side', () => {
  const light = look({ colorBgBase: '#fff8e1', colorText: '#333333' })
  expect([light.light.properties['--surface'], light.dark.properties['--surface']]).toEqual(['#fff8e1', '#141a1c'])
  const dark = look({ colorBgContainer: '#101030' }, 'dark')
  expect([dark.light.properties['--surface'], dark.dark.properties['--surface']]).toEqual(['#ffffff', '#101030'])
  expect(dark.dark.charts.surface).toBe('#101030')
})

it('puts the theme of a dashboard on top of that of the installation', () => {
  const [under, over] = [{ colorPrimary: '#aa0000', colorBgBase: '#fff8e1' }, { colorPrimary: '#0000aa' }].map(
    (token) => readTheme(JSON.stringify({ token })),
  )
  const both = under && over && lookOf({ light: [under, over], dark: [under, over] })
  expect(both?.light.properties).toMatchObject({ '--surface': '#fff8e1', '--accent': '#0000aa' })
  expect(both?.light.charts).toMatchObject({ surface: '#fff8e1', accent: '#0000aa' })
})

it('takes names of fonts and corners, and nothing else of such texts', () => {
  const { light } = look({ fontFamily: "Lato, 'Open Sans', serif", borderRadius: 40, fontFamilyCode: 'x;}' })
  expect(light.properties['--font-ui']).toMatch(/^"Lato", "Open Sans", serif, "Inter Variable"/)
  expect(light.properties['--r-3']).toBe('16px')
  expect(light.properties).not.toHaveProperty('--font-mono')
})
