import type { ChartTheme } from '../../charts/parts/tokens.ts'
import type { Look } from '../../resources/kit/look/look.ts'
import { bootstrap } from '../app/bootstrap.ts'
import { setProperties, useThemed } from '../ui/theme.ts'

let shown: Look | null = null

/** Shows a look on the whole page; null shows that of the installation. */
export function showLook(look: Look | null): void {
  shown = look ?? bootstrap().common.theme?.look ?? null
  setProperties(shown && { light: shown.light.properties, dark: shown.dark.properties })
}

/** What charts are drawn for: it stays the same as long as the look does. */
export const useChartTheme = (): ChartTheme => useThemed((theme) => shown?.[theme].charts ?? theme)
