type Tokens = Readonly<Record<string, unknown>>

const LARGEST_RADIUS_PX = 16
const FONTS = {
  fontFamily: ['--font-ui', '"Inter Variable", "Inter", ui-sans-serif, system-ui, sans-serif'],
  fontFamilyCode: ['--font-mono', '"JetBrains Mono Variable", "JetBrains Mono", ui-monospace, Menlo, monospace'],
} as const

/** Corners: the theme says how round a panel is, and smaller things are less round. */
export function radiiOf(token: Tokens): Readonly<Record<string, string>> {
  const asked = Number.parseFloat(String(token['borderRadius'] ?? ''))
  if (!Number.isFinite(asked) || asked < 0) return {}
  const radius = Math.min(asked, LARGEST_RADIUS_PX)
  return { '--r-3': pixels(radius), '--r-2': pixels(radius * 0.67), '--r-1': pixels(radius * 0.5) }
}

const pixels = (value: number) => `${Math.round(value)}px`

/** Fonts by name, of those that a reader's computer has; without them the product's own. */
export function fontsOf(token: Tokens): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(FONTS).flatMap(([name, [property, own]]) => {
      const fonts = token[name]
      return typeof fonts === 'string' ? [[property, `${quoted(fonts)}, ${own}`]] : []
    }),
  )
}

/** Each name in quotes of its own, so that nothing but names of fonts can come of the text. */
const quoted = (list: string) =>
  list
    .split(',')
    .map((name) => name.replace(/["']/g, '').trim())
    .filter((name) => name !== '')
    .map((name) => (/^[a-z]+(?:-[a-z]+)*$/.test(name) ? name : `"${name}"`))
    .join(', ')
