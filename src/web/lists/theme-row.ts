/** An entry of `GET /api/v1/theme/`. */
export interface ThemeRow {
  readonly id: number
  readonly theme_name: string
  /** The theme itself, as JSON. */
  readonly json_data: string
  readonly is_system: boolean
  readonly is_system_default: boolean
  readonly is_system_dark: boolean
  readonly changed_on_delta_humanized: string
}

/** What a new theme begins with. */
export const NEW_THEME_JSON = JSON.stringify({ token: { colorPrimary: '#0a6878', borderRadius: 6 } }, null, 2)

/** Tokens that this product draws with; others are kept for where the theme came from. */
const USED = new Set([
  'colorPrimary',
  'colorLink',
  'colorSuccess',
  'colorWarning',
  'colorError',
  'colorBgBase',
  'colorBgContainer',
  'colorBgLayout',
  'colorBgElevated',
  'colorText',
  'colorTextBase',
  'colorTextSecondary',
  'colorTextTertiary',
  'colorBorder',
  'colorBorderSecondary',
  'borderRadius',
  'fontFamily',
  'fontFamilyCode',
])

/** Names of tokens of a theme that change nothing here. */
export function unusedTokens(token: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(token).filter((name) => !USED.has(name))
}

/** JSON with one member a line; what is no JSON stays as it is. */
export function spreadOut(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    return json
  }
}
