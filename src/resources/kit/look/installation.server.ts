import type { Services } from '../../../gateway/services.server.ts'
import { type Look, lookOf } from './look.ts'
import { readTheme, type ThemeConfig } from './theme-config.ts'

/** The look of the installation, and the themes that make it, for looks that dashboards put on top. */
export interface InstallationTheme {
  readonly look: Look
  readonly light: readonly ThemeConfig[]
  readonly dark: readonly ThemeConfig[]
}

/** What an administrator chose; null for the product's own look. A page is shown without it when it cannot be read. */
export async function installationTheme({ db, log }: Pick<Services, 'db' | 'log'>): Promise<InstallationTheme | null> {
  try {
    const rows = await db
      .selectFrom('themes')
      .select(['json_data', 'is_system_default', 'is_system_dark'])
      .where((e) => e.or([e('is_system_default', '=', 1), e('is_system_dark', '=', 1)]))
      .execute()
    const chosen = (side: 'is_system_default' | 'is_system_dark') =>
      rows.filter((row) => row[side] === 1).map((row) => readTheme(row.json_data))
    const light = chosen('is_system_default')
    const ownDark = chosen('is_system_dark')
    const dark = ownDark.length > 0 ? ownDark : light
    const look = lookOf({ light, dark })
    return look && { look, light, dark }
  } catch (cause) {
    log('warn', 'The look of the installation could not be read', { cause: String(cause) })
    return null
  }
}
