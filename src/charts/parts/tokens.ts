/** The tokens of the look that charts need, as values: an SVG made on a server knows no custom properties. */
export interface ChartTokens {
  readonly text: string
  readonly text2: string
  readonly text3: string
  readonly textDisabled: string
  readonly surface: string
  readonly raised: string
  readonly line: string
  readonly lineStrong: string
  readonly accent: string
  readonly grid: string
  readonly axis: string
  readonly label: string
  readonly mute: string
  readonly band: string
  readonly sight: string
  readonly shadow: string
  readonly cat: readonly string[]
  readonly seq: readonly string[]
  readonly div: readonly string[]
}

export const FONT = "'Inter Variable', 'Inter', ui-sans-serif, system-ui, sans-serif"

const LIGHT: ChartTokens = {
  text: '#12181A',
  text2: '#465256',
  text3: '#5C686C',
  textDisabled: '#9AA4A7',
  surface: '#FFFFFF',
  raised: '#FFFFFF',
  line: '#E1E6E6',
  lineStrong: '#C8CFD0',
  accent: '#0A6878',
  grid: '#E9EDED',
  axis: '#B7C0C2',
  label: '#5F6B6F',
  mute: '#CBD2D3',
  band: '#F1F4F4',
  sight: '#12181A',
  shadow: '0 2px 6px rgb(18 24 26 / .06), 0 8px 24px rgb(18 24 26 / .10)',
  cat: ['#0D4C90', '#DA7E1B', '#36A58E', '#99254F', '#9D87E0', '#765901', '#017FA2', '#532C23', '#5B8049', '#62666D'],
  seq: ['#EDF4F5', '#C0DEE2', '#92C7D2', '#66AFC1', '#3D97AF', '#157D99', '#04637E', '#034A62', '#053245'],
  div: ['#913F02', '#AE6B3D', '#C69774', '#DDC3AD', '#F0F0F0', '#ADC7D9', '#729DBF', '#3C72A4', '#034788'],
}

const DARK: ChartTokens = {
  text: '#E7ECED',
  text2: '#B0BABD',
  text3: '#94A0A4',
  textDisabled: '#5C686C',
  surface: '#141A1C',
  raised: '#1A2124',
  line: '#252D30',
  lineStrong: '#3A4549',
  accent: '#4FB6C6',
  grid: '#20282B',
  axis: '#465357',
  label: '#96A2A6',
  mute: '#3A4549',
  band: '#181F22',
  sight: '#E7ECED',
  shadow: '0 2px 6px rgb(0 0 0 / .4), 0 8px 24px rgb(0 0 0 / .45)',
  cat: ['#497ED6', '#FFA455', '#94E0C6', '#C95784', '#D8C1FF', '#987E02', '#31A5C6', '#8A5E57', '#6E9B67', '#A5AAB1'],
  seq: ['#1B272D', '#1F3F4D', '#1C596D', '#19748B', '#268FA6', '#44AABD', '#6DC4D1', '#9ADDE4', '#CBF5F7'],
  div: ['#FFA475', '#CA8456', '#936644', '#5F4A37', '#2E2E2E', '#395060', '#4A7394', '#6097CC', '#84BBFE'],
}

/** What charts are drawn for: a side of the product's own look, or the tokens of a theme. */
export type ChartTheme = 'light' | 'dark' | ChartTokens

export function tokensOf(theme: ChartTheme): ChartTokens {
  if (typeof theme === 'object') return theme
  return theme === 'dark' ? DARK : LIGHT
}
