import { type ChartTheme, tokensOf } from './tokens.ts'

export interface ColorScheme {
  readonly id: string
  readonly label: string
  /** Null takes the colours of the look, which differ between light and dark. */
  readonly colors: readonly string[] | null
}

const split = (text: string) => text.split(' ').map((hex) => `#${hex}`)

const BUILT_IN: readonly ColorScheme[] = [
  { id: 'sightline', label: 'Sightline', colors: null },
  {
    id: 'supersetColors',
    label: 'Classic',
    colors: split(
      '1FA8C9 454E7C 5AC189 FF7F44 666666 E04355 FCC700 A868B7 3CCCCB A38F79 8FD3E4 A1A6BD ACE1C4 FEC0A1 B2B2B2 EFA1AA FDE380 D3B3DA 9EE5E5 D1C6BC',
    ),
  },
  {
    id: 'okabeIto',
    label: 'Okabe and Ito',
    colors: split('0072B2 E69F00 009E73 D55E00 56B4E9 CC79A7 F0E442 000000'),
  },
  {
    id: 'd3Category10',
    label: 'D3 category 10',
    colors: split('1f77b4 ff7f0e 2ca02c d62728 9467bd 8c564b e377c2 7f7f7f bcbd22 17becf'),
  },
  {
    id: 'd3Category20',
    label: 'D3 category 20',
    colors: split(
      '1f77b4 aec7e8 ff7f0e ffbb78 2ca02c 98df8a d62728 ff9896 9467bd c5b0d5 8c564b c49c94 e377c2 f7b6d2 7f7f7f c7c7c7 bcbd22 dbdb8d 17becf 9edae5',
    ),
  },
  {
    id: 'echarts5Colors',
    label: 'ECharts 5',
    colors: split('5470C6 91CC75 FAC858 EE6666 73C0DE 3BA272 FC8452 9A60B4 EA7CCC'),
  },
  {
    id: 'googleCategory10c',
    label: 'Google category 10',
    colors: split('3366cc dc3912 ff9900 109618 990099 0099c6 dd4477 66aa00 b82e2e 316395'),
  },
]

/** A scheme of an installation; at most one of them is the default. */
export interface AddedColorScheme extends ColorScheme {
  readonly colors: readonly string[]
  readonly isDefault: boolean
}

let added: readonly AddedColorScheme[] = []

/** Takes in the schemes of the installation, in place of those taken in before. One with a known id replaces it. */
export function registerColorSchemes(schemes: readonly AddedColorScheme[]): void {
  added = schemes
}

/** The schemes on offer: those of the installation, then the product's own. */
export function colorSchemes(): readonly ColorScheme[] {
  return [...added, ...BUILT_IN.filter(({ id }) => !added.some((one) => one.id === id))]
}

/** The scheme of a chart that names none. */
export const defaultColorScheme = (): string => added.find(({ isDefault }) => isDefault)?.id ?? 'sightline'

/** Colours of a scheme in a theme. A scheme that is not known has the colours of the default one. */
export function schemeColors(id: string | null, theme: ChartTheme): readonly string[] {
  const known = colorSchemes()
  const scheme = known.find((one) => one.id === id) ?? known.find((one) => one.id === defaultColorScheme())
  return scheme?.colors ?? tokensOf(theme).cat
}

/** The colour with an opacity, for marks that step back. */
export function fade(color: string, opacity: number): string {
  const hex = /^#(..)(..)(..)$/.exec(color)
  if (!hex) return color
  const [red, green, blue] = hex.slice(1).map((part) => Number.parseInt(part, 16))
  return `rgba(${red},${green},${blue},${opacity})`
}

/** A colour as saved: as it is, or a token such as `cat-2`, which keeps its hue in both themes. */
export function tokenColor(color: string, theme: ChartTheme): string {
  const token = /^cat-(\d+)$/.exec(color)
  return (token && tokensOf(theme).cat[Number(token[1]) - 1]) || color
}
