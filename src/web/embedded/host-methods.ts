import { embeddedView } from '../data/embedded-view.ts'
import { showTheme, type ThemeChoice } from '../ui/theme.ts'
import type { Method, Switchboard } from './model/switchboard.ts'

const MODES: Readonly<Record<string, ThemeChoice>> = {
  default: 'light',
  light: 'light',
  dark: 'dark',
  system: 'system',
}

/** What the site around the page may call, beside giving tokens (reference: charts-dashboards C.10). */
export function hostMethods(host: () => Switchboard): Readonly<Record<string, Method>> {
  return {
    getScrollSize: scrollSize,
    getActiveTabs: () => embeddedView()?.activeTabs() ?? [],
    getDataMask: () => embeddedView()?.dataMask() ?? {},
    getChartStates: () => ({}),
    getChartDataPayloads: ({ chartId }) =>
      embeddedView()?.chartPayloads(typeof chartId === 'number' ? chartId : null) ?? {},
    getDashboardPermalink: async ({ anchor }) => {
      const view = embeddedView()
      if (!view) throw new Error('There is no dashboard yet')
      const { key, url } = await view.permalink(typeof anchor === 'string' && anchor !== '' ? anchor : null)
      const own = await host()
        .get('resolvePermalinkUrl', { key })
        .catch(() => null)
      return typeof own === 'string' && own !== '' ? own : url
    },
    setThemeMode: ({ mode }) => {
      const choice = MODES[String(mode)]
      if (choice) showTheme(choice)
    },
    setThemeConfig: ({ themeConfig }) => {
      const algorithm = (themeConfig as { algorithm?: unknown } | null | undefined)?.algorithm
      const choice = MODES[String(Array.isArray(algorithm) ? algorithm[0] : algorithm)]
      if (choice) showTheme(choice)
    },
  }
}

/** The size that shows the whole dashboard: its canvas scrolls inside the page. */
function scrollSize(): { readonly width: number; readonly height: number } {
  const page = document.documentElement
  const canvas = document.querySelector('.dash-scroll')
  const hidden = canvas ? canvas.scrollHeight - canvas.clientHeight : 0
  return { width: page.scrollWidth, height: page.clientHeight + hidden }
}
