/** Languages of the product, as BCP 47 tags. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

/** The language of a tag such as `de` or `de_DE`; null for one that the product does not speak. */
export const languageOf = (tag: unknown): Language | null =>
  LANGUAGES.find((language) => typeof tag === 'string' && tag.slice(0, 2) === language) ?? null
