import { mixColors } from '../../../charts/parts/contrast.ts'
import { type ChartTokens, tokensOf } from '../../../charts/parts/tokens.ts'
import { accentOf, type Grounds, type Side, statesOf } from './look-colors.ts'
import { fontsOf, radiiOf } from './look-shapes.ts'
import { colorOn, isDarkColor, markOn, roomyGround, textOn } from './theme-color.ts'
import type { ThemeConfig } from './theme-config.ts'

type Tokens = Readonly<Record<string, unknown>>

/** One side of a look: custom properties of the page by name, and what charts are drawn with. */
interface LookSide {
  readonly properties: Readonly<Record<string, string>>
  readonly charts: ChartTokens
}
export type Look = Readonly<Record<Side, LookSide>>

const PAGE = { light: '#f3f5f5', dark: '#0d1112' } as const
/** Tokens that only mean something on the side that the theme is made for. */
const OF_A_SIDE = /^color(?:Bg|Text|Border|Fill|Split|Icon)/

/** The look that themes make one after the other, each on top of those before it; null without any. */
export function lookOf(themes: Readonly<Record<Side, readonly ThemeConfig[]>>): Look | null {
  if (themes.light.length + themes.dark.length === 0) return null
  return { light: sideOf('light', themes.light), dark: sideOf('dark', themes.dark) }
}

function sideOf(side: Side, themes: readonly ThemeConfig[]): LookSide {
  const token: Tokens = Object.assign({}, ...themes.map((theme) => tokensFor(side, theme)))
  const grounds = groundsOf(side, token)
  const accent = accentOf(token, grounds, tokensOf(side).accent)
  const neutral = neutralOf(side, token, grounds)
  return {
    properties: {
      ...asProperties(neutral),
      ...accent,
      ...statesOf(side, token, grounds),
      ...radiiOf(token),
      ...fontsOf(token),
    },
    charts: chartTokens(side, neutral, accent['--accent'] ?? tokensOf(side).accent),
  }
}

function tokensFor(side: Side, { token, isDark }: ThemeConfig): Tokens {
  const ground = colorOn('#ffffff', token['colorBgBase'] ?? token['colorBgContainer'])
  const meant = (ground === null ? isDark : isDarkColor(ground)) ? 'dark' : 'light'
  return meant === side ? token : Object.fromEntries(Object.entries(token).filter(([name]) => !OF_A_SIDE.test(name)))
}

function groundsOf(side: Side, token: Tokens): Grounds {
  const own = tokensOf(side)
  const given = colorOn(own.surface, token['colorBgContainer'] ?? token['colorBgBase'])
  const surface = given === null ? own.surface.toLowerCase() : roomyGround(given)
  const page = given === null ? PAGE[side] : mixColors(surface, isDarkColor(surface) ? '#000000' : '#12181a', 0.05)
  const bg = colorOn(surface, token['colorBgLayout']) ?? page
  const wanted = colorOn(surface, token['colorText'] ?? token['colorTextBase']) ?? own.text.toLowerCase()
  return { surface, bg, text: textOn([surface, bg], wanted) }
}

/** Grounds, lines and texts, from the surface and the text on it. */
function neutralOf(side: Side, token: Tokens, { surface, bg, text }: Grounds) {
  const tint = (share: number) => mixColors(surface, text, share)
  const quiet = (name: string, share: number) =>
    textOn([surface, bg], colorOn(surface, token[name]) ?? mixColors(text, surface, share))
  return {
    bg,
    surface,
    sunken: tint(0.025),
    raised: colorOn(surface, token['colorBgElevated']) ?? (side === 'dark' ? tint(0.03) : surface),
    hover: tint(0.055),
    press: tint(0.1),
    line: colorOn(surface, token['colorBorderSecondary']) ?? tint(0.11),
    'line-strong': colorOn(surface, token['colorBorder']) ?? tint(0.22),
    'line-control': markOn([surface], tint(0.5)),
    text,
    'text-2': quiet('colorTextSecondary', 0.24),
    'text-3': quiet('colorTextTertiary', 0.34),
    'text-disabled': mixColors(text, surface, 0.58),
    'chart-grid': tint(0.08),
    'chart-axis': tint(0.28),
    'chart-label': quiet('colorTextTertiary', 0.34),
    'chart-mute': tint(0.2),
    'chart-band': tint(0.05),
    'chart-sight': text,
  }
}

type Neutral = ReturnType<typeof neutralOf>

const asProperties = (neutral: Neutral) =>
  Object.fromEntries(Object.entries(neutral).map(([name, color]) => [`--${name}`, color]))

const chartTokens = (side: Side, neutral: Neutral, accent: string): ChartTokens => ({
  ...tokensOf(side),
  text: neutral.text,
  text2: neutral['text-2'],
  text3: neutral['text-3'],
  textDisabled: neutral['text-disabled'],
  surface: neutral.surface,
  raised: neutral.raised,
  line: neutral.line,
  lineStrong: neutral['line-strong'],
  accent,
  grid: neutral['chart-grid'],
  axis: neutral['chart-axis'],
  label: neutral['chart-label'],
  mute: neutral['chart-mute'],
  band: neutral['chart-band'],
  sight: neutral['chart-sight'],
})
