import { http } from '../data/http.ts'
import { keepText, keptText } from '../ui/kept.ts'
import { LOCALES, type Locale, setLocale } from '../ui/text.ts'
import { bootstrap } from './bootstrap.ts'

type CatalogueModule = { readonly default: Readonly<Record<string, string>> }

const STORE_KEY = 'sightline.locale'
const GERMAN = import.meta.glob<CatalogueModule>([
  './locales/de.json',
  '../*/locale-de.json',
  '../../charts/parts/locale-de.json',
])

const LOADERS = {
  en: [],
  pseudo: [],
  de: Object.values(GERMAN).map((load) => () => load().then((module) => module.default)),
} as const satisfies Record<Locale, readonly (() => Promise<Readonly<Record<string, string>>>)[]>

/** Takes the stored language, else that of the page. */
export async function startLanguage(pageLocale: string): Promise<void> {
  const stored = keptText(STORE_KEY) ?? pageLocale
  const known = LOCALES.find((one) => one.value === stored.slice(0, 2) || one.value === stored)
  if (known && known.value !== 'en') await setLocale(known.value, LOADERS[known.value])
}

/** Takes up a language here, and for the user's other browsers and reports. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  keepText(STORE_KEY, locale)
  await setLocale(locale, LOADERS[locale])
  if (locale === 'pseudo' || bootstrap().user === null) return
  // This browser has it either way.
  await http.put('/api/v1/me/preferences/', { language: locale }).catch(() => undefined)
}
