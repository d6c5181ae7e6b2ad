import { type Look, lookOf } from '../../resources/kit/look/look.ts'
import { readTheme } from '../../resources/kit/look/theme-config.ts'
import type { Bootstrap } from '../app/bootstrap.ts'

/** The look that a theme makes on top of that of the installation. Loads with the first theme, not with the page. */
export function lookOfTheme(json: string, installation: Bootstrap['common']['theme']): Look | null {
  const theme = readTheme(json)
  return lookOf({ light: [...(installation?.light ?? []), theme], dark: [...(installation?.dark ?? []), theme] })
}
