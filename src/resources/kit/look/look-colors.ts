import { mixColors } from '../../../charts/parts/contrast.ts'
import { colorOn, markOn, onColor, textOn } from './theme-color.ts'

export type Side = 'light' | 'dark'
/** The grounds that everything else has to be readable on. */
export interface Grounds {
  readonly surface: string
  readonly bg: string
  readonly text: string
}

type Tokens = Readonly<Record<string, unknown>>
type Properties = Readonly<Record<`--${string}`, string>>

/** The colour of the brand in its parts: as a ground, as text, as a line. */
export function accentOf(token: Tokens, { surface, bg }: Grounds, own: string): Properties {
  const brand = colorOn(surface, token['colorPrimary']) ?? own
  const accent = markOn([surface, bg], brand)
  const on = onColor(accent)
  const further = (share: number) => mixColors(accent, on === '#ffffff' ? '#000000' : '#ffffff', share)
  const [soft, select] = [mixColors(surface, accent, 0.12), mixColors(surface, accent, 0.16)]
  const link = colorOn(surface, token['colorLink']) ?? brand
  return {
    '--accent': accent,
    '--accent-hover': further(0.15),
    '--accent-press': further(0.3),
    '--on-accent': on,
    '--accent-text': textOn([surface, bg, soft, select], link),
    '--accent-soft': soft,
    '--accent-line': mixColors(surface, accent, 0.45),
    '--focus': accent,
    '--select': select,
  }
}

const STATES = [
  ['ok', 'colorSuccess', { light: '#1a7444', dark: '#62c68e' }],
  ['warn', 'colorWarning', { light: '#875300', dark: '#e3b354' }],
  ['danger', 'colorError', { light: '#b3263a', dark: '#f4838d' }],
] as const
const SOLID_DANGER = { light: '#b3263a', dark: '#c23b4b' } as const
/** The colours of SQL text, which stands on the surface. */
const SQL = {
  kw: { light: '#0d4c90', dark: '#7fb2f5' },
  fn: { light: '#7a4b9e', dark: '#c9aeef' },
  str: { light: '#1a6b49', dark: '#86d3ac' },
  num: { light: '#9a3f12', dark: '#f0a36b' },
  com: { light: '#566368', dark: '#90a0a4' },
  op: { light: '#465256', dark: '#b0babd' },
  tpl: { light: '#99254f', dark: '#ee92b4' },
} as const

/** What went well, what asks for care and what failed; and the colours of SQL. */
export function statesOf(side: Side, token: Tokens, { surface, bg }: Grounds): Properties {
  const out: Record<`--${string}`, string> = {}
  for (const [name, source, own] of STATES) {
    const given = colorOn(surface, token[source])
    const soft = mixColors(surface, given ?? own[side], 0.14)
    out[`--${name}`] = textOn([surface, bg, soft], given ?? own[side])
    out[`--${name}-soft`] = soft
  }
  const solid = markOn([surface], colorOn(surface, token['colorError']) ?? SOLID_DANGER[side])
  const on = onColor(solid)
  out['--danger-solid'] = solid
  out['--on-danger'] = on
  out['--danger-hover'] = mixColors(solid, on === '#ffffff' ? '#000000' : '#ffffff', 0.15)
  for (const [name, own] of Object.entries(SQL)) out[`--sql-${name}`] = textOn([surface], own[side])
  return out
}
