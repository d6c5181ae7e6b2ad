import { type Language, languageOf } from '../kernel/language.ts'
import { isTimeZone } from '../query/time-range/zone.ts'
import type { MetadataDb } from './open.server.ts'

/** What users choose for themselves. */
export interface Preferences {
  /** The zone whose clock relative times are read by; null leaves that of the product. */
  readonly timeZone: string | null
  /** The language of pages on a browser without a choice of its own, and of reports; null leaves that of the product. */
  readonly language: Language | null
}

/** Reads the settings of a user as they are stored; what is missing or of no use is not chosen. */
export function readPreferences(stored: string): Preferences {
  const { timeZone, language } = objectOf(stored)
  return {
    timeZone: typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : null,
    language: languageOf(language),
  }
}

/** Stores choices over those before. What else is stored with them stays. */
export async function changePreferences(db: MetadataDb, userId: number, change: Partial<Preferences>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await trx.selectFrom('users').select('settings').where('id', '=', userId).executeTakeFirst()
    const settings = JSON.stringify({ ...objectOf(found?.settings ?? '{}'), ...change })
    await trx.updateTable('users').set({ settings }).where('id', '=', userId).execute()
  })
}

function objectOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
