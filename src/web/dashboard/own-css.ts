/** Functions that name something to fetch. */
const FETCHES = /(?:url|src|image-set)\s*\(/i
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|(.))/gis
const LAST_CODE = 0x10ffff

/**
 * Gives a dashboard the styles that its makers wrote, for what is in it alone: nothing else of the page is styled, and
 * rules that would fetch something are left out. The text is read by the browser first, so that no bracket leads out of
 * the scope. Gives back what takes the styles away.
 */
export function applyCss(css: string): () => void {
  const written = new CSSStyleSheet()
  written.replaceSync(css)
  const rules = [...written.cssRules].filter(({ cssText }) => !FETCHES.test(unescaped(cssText)))
  const texts = (isWanted: (rule: CSSRule) => boolean) =>
    rules
      .filter(isWanted)
      .map(({ cssText }) => cssText)
      .join('\n')
  const isMotion = (rule: CSSRule) => rule instanceof CSSKeyframesRule
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${texts(isMotion)}\n@scope (main.dash) {\n${texts((rule) => !isMotion(rule))}\n}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet)
  }
}

/** The text as it is understood: a name may be written by the numbers of its letters. */
const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, code: string | undefined, letter: string | undefined) => {
    const number = Number.parseInt(code ?? '', 16)
    return letter ?? (number <= LAST_CODE ? String.fromCodePoint(number) : '')
  })
