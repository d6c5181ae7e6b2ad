/** A colour as a theme writes it: `#rgb`, `#rrggbb`, either with opacity, or `rgb()` and `rgba()` of plain numbers. */
const COLOR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|rgba?\(\s*\d{1,3}(?:\s*,\s*\d{1,3}){2}(?:\s*,\s*[\d.]{1,6})?\s*\))$/i
const PIXELS = /^\d{1,4}(?:\.\d{1,3})?(?:px)?$/
const SEVERAL_PIXELS = /^\d{1,4}(?:\.\d{1,3})?(?:px)?(?: \d{1,4}(?:\.\d{1,3})?(?:px)?){0,3}$/
const SECONDS = /^\d{1,3}(?:\.\d{1,3})?m?s?$/
/** Names of fonts with commas between them, quoted or not. */
const FONTS = /^[\p{L}\p{N} ,'"_-]{1,300}$/u
const WORDS = /^[^<>{};\\]{0,100}$/u
const EASING = /^(?:linear|ease(?:-in|-out|-in-out)?|cubic-bezier\([\d., -]{3,60}\))$/

const isNumber = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= 10_000
const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value)
const either =
  (...tests: readonly ((value: unknown) => boolean)[]) =>
  (value: unknown) =>
    tests.some((test) => test(value))

interface Shape {
  /** What a value must be, in words that end the sentence `colorText must be …`. */
  readonly words: string
  isRight(value: unknown): boolean
}

const SHAPES = {
  color: { words: 'a colour such as #0a6878 or rgb(10, 104, 120)', isRight: matches(COLOR) },
  size: { words: 'a size in pixels', isRight: either(isNumber, matches(PIXELS)) },
  sizes: { words: 'sizes in pixels', isRight: either(isNumber, matches(SEVERAL_PIXELS)) },
  number: { words: 'a number', isRight: either(isNumber, matches(/^\d{1,4}(?:\.\d{1,4})?$/)) },
  fonts: { words: 'names of fonts', isRight: matches(FONTS) },
  seconds: { words: 'a time in seconds', isRight: either(isNumber, matches(SECONDS)) },
  easing: { words: 'the name of an easing', isRight: matches(EASING) },
  flag: { words: 'true or false', isRight: (value: unknown) => typeof value === 'boolean' },
  words: { words: 'a short text', isRight: matches(WORDS) },
} as const satisfies Record<string, Shape>

/** Which names a theme may use, and what their values are. A name that none of them fits is refused. */
const NAMES: readonly (readonly [pattern: RegExp, shape: keyof typeof SHAPES])[] = [
  [/^color[A-Z]\w{0,60}$/, 'color'],
  [
    /^(?:blue|purple|cyan|green|magenta|pink|red|orange|yellow|volcano|geekblue|gold|lime)(?:-?(?:[1-9]|10))?$/,
    'color',
  ],
  [/^(?:controlItemBg\w{0,30}|controlOutline|controlTmpOutline)$/, 'color'],
  [/^fontFamily(?:Code)?$/, 'fonts'],
  [/^fontWeight\w{0,20}$/, 'number'],
  [/^(?:lineHeight\w{0,20}|opacity\w{0,20}|zIndex\w{0,20}|sizeUnit|sizeStep|motionUnit|motionBase)$/, 'number'],
  [/^(?:motionDuration\w{0,20}|transitionTiming)$/, 'seconds'],
  [/^motionEase\w{0,20}$/, 'easing'],
  [/^(?:motion|wireframe)$/, 'flag'],
  [
    /^(?:fontSize|fontHeight|borderRadius|control(?:Height|Padding|Interactive)|lineWidth|size|screen)\w{0,20}$/,
    'size',
  ],
  [/^(?:padding|margin)\w{0,30}$/, 'sizes'],
  [/^(?:brandLogoHeight|brandIconMaxWidth)$/, 'size'],
  [/^brandLogoMargin$/, 'sizes'],
  [/^(?:brandAppName|brandLogoAlt)$/, 'words'],
]
/** Names that stand for an address or for markup: nothing is fetched for a theme, so they may only be empty. */
const ONLY_EMPTY = new Set(['brandLogoUrl', 'brandLogoHref', 'brandSpinnerUrl', 'brandSpinnerSvg', 'fontUrls'])

/** What is wrong with a token of a theme, as a sentence; null when nothing is. */
export function tokenFault(name: string, value: unknown): string | null {
  if (ONLY_EMPTY.has(name)) return isEmpty(value) ? null : `${name} is not used here and may only be empty.`
  const shape = NAMES.find(([pattern]) => pattern.test(name))?.[1]
  if (shape === undefined) return `${name.slice(0, 60)} is no token that a theme may set.`
  return SHAPES[shape].isRight(value) ? null : `${name} must be ${SHAPES[shape].words}.`
}

const isEmpty = (value: unknown) =>
  value === null || value === '' || value === '/' || (Array.isArray(value) && value.length === 0)
