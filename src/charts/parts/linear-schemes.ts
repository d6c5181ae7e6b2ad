import { mixColors } from './contrast.ts'
import { type ChartTheme, tokensOf } from './tokens.ts'

interface LinearScheme {
  readonly id: string
  readonly label: string
  /** From the least to the most. Null takes the colours of the look, which differ between light and dark. */
  readonly colors: readonly string[] | null
  readonly isDefault?: true
}

const split = (text: string) => text.split(' ').map((hex) => `#${hex}`)

/** The registry of schemes for values; the one that is marked is what a chart has that names none. */
export const LINEAR_SCHEMES: readonly LinearScheme[] = [
  { id: 'sightline_seq', label: 'Sightline', colors: null, isDefault: true },
  {
    id: 'superset_seq_1',
    label: 'Classic',
    colors: split('F4FAD4 D7F1AC A9E3AF 82CDBB 63C1BF 1FA8C9 2367AC 2A2D84 251354 050415'),
  },
  {
    id: 'superset_seq_2',
    label: 'Classic, warm',
    colors: split('FBF1B4 FDD093 FEAD71 FF7F44 E04355 C53D6F 952B7B 4F167B 251354 050415'),
  },
  {
    id: 'superset_div_1',
    label: 'Classic, red to blue',
    colors: split('E04355 E87180 EFA1AA F7D0D4 F6F6F7 C8E9F1 8FD3E4 58BDD7 1FA8C9'),
  },
  {
    id: 'superset_div_2',
    label: 'Classic, orange to blue',
    colors: split('FF7F44 FF9E72 FEC0A1 FFDFD0 F6F6F7 C8E9F1 8FD3E4 58BDD7 1FA8C9'),
  },
  { id: 'white_black', label: 'White to black', colors: split('FFFFFF 000000') },
  { id: 'black_white', label: 'Black to white', colors: split('000000 FFFFFF') },
]

/** The scheme of a chart that names none. */
export const DEFAULT_LINEAR_SCHEME = LINEAR_SCHEMES.find((scheme) => scheme.isDefault)?.id ?? ''

/** Colours of a scheme in a theme, from the least to the most. One that is not known is the default. */
export function linearColors(id: string | null, theme: ChartTheme): readonly string[] {
  return LINEAR_SCHEMES.find((scheme) => scheme.id === id)?.colors ?? tokensOf(theme).seq
}

/** The colour at a share, 0 to 1, of the way through some colours. */
export function colorAt(colors: readonly string[], share: number): string {
  const place = Math.min(1, Math.max(0, share)) * (colors.length - 1)
  const below = Math.floor(place)
  const from = colors[below] ?? ''
  return mixColors(from, colors[below + 1] ?? from, place - below)
}
