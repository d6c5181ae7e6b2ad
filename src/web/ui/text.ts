import { useSyncExternalStore } from 'react'

/**
 * Texts. The English sentence is the key; `{{name}}` is replaced. Where a number decides the form, the key holds both
 * forms, "{{count}} row|{{count}} rows", and so does the translation; the digits of that number are grouped.
 */
export type Locale = 'en' | 'de' | 'pseudo'
type TextParams = Readonly<Record<string, string | number>>
export type Translate = (text: string, params?: TextParams) => string
type Catalogue = Readonly<Record<string, string>>
type CatalogueLoader = () => Promise<Catalogue>

export const LOCALES = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch' },
  { value: 'pseudo', label: 'Ƥşéůđó' },
] as const satisfies readonly { value: Locale; label: string }[]

interface TextState {
  readonly locale: Locale
  readonly catalogue: Catalogue
  readonly t: Translate
}

const listeners = new Set<() => void>()
let state: TextState = stateOf('en', {})

/** The text function of the chosen language; the component renders again when the language changes. */
export function useText(): Translate {
  return useSyncExternalStore(onLanguage, () => state.t)
}

export function useLocale(): Locale {
  return useSyncExternalStore(onLanguage, () => state.locale)
}

/** For texts made outside components, such as toasts. */
export const text: Translate = (key, params) => state.t(key, params)

/** The BCP 47 tag for Intl. */
export const localeTag = (locale = state.locale): string => (locale === 'pseudo' ? 'en' : locale)

export async function setLocale(locale: Locale, loaders: readonly CatalogueLoader[]): Promise<void> {
  const parts = await Promise.all(loaders.map((load) => load()))
  state = stateOf(locale, Object.assign({}, ...parts))
  document.documentElement.lang = localeTag()
  for (const listener of listeners) listener()
}

/** Tells of another language; returns how to stop. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stateOf(locale: Locale, catalogue: Catalogue): TextState {
  return { locale, catalogue, t: translator(locale, catalogue) }
}

/** Pure; exported for its test. */
export function translator(locale: Locale, catalogue: Catalogue): Translate {
  const language = locale === 'pseudo' ? 'en' : locale
  const rules = new Intl.PluralRules(language)
  const digits = new Intl.NumberFormat(language)
  return (key, params = {}) => {
    const phrase = (Object.hasOwn(catalogue, key) && catalogue[key]) || key
    const form = pluralForm(phrase, params.count, rules)
    const shown = locale === 'pseudo' ? pseudo(form) : form
    return shown.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = params[name] ?? whole
      return name === 'count' && typeof value === 'number' ? digits.format(value) : String(value)
    })
  }
}

function pluralForm(phrase: string, count: string | number | undefined, rules: Intl.PluralRules): string {
  if (typeof count !== 'number' || !phrase.includes('|')) return phrase
  const [one = phrase, other = one] = phrase.split('|')
  return rules.select(count) === 'one' ? one : other
}

const ACUTE = '\u0301'

/** Longer and accented, so that untranslated texts and tight boxes show. */
function pseudo(phrase: string): string {
  const accented = phrase.replace(/\{\{\w+\}\}|[a-z]/gi, (part) => (part.length > 1 ? part : `${part}${ACUTE}`))
  return `[${accented}${'~'.repeat(Math.ceil(phrase.length / 4))}]`
}
