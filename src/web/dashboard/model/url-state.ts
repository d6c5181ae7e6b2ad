export interface UrlState {
  /** 0 nothing hidden, 1 navigation, 2 navigation and title, 3 report. */
  readonly standalone: number
  readonly isEdit: boolean
  readonly focusedChartId: number | null
  /** Content only, all of it loaded: what a report is made of. */
  readonly isReport: boolean
  readonly hidesTitle: boolean
  readonly hidesTabs: boolean
  readonly hidesNavigation: boolean
  readonly hidesChartControls: boolean
  readonly nativeFiltersKey: string | null
  readonly permalinkKey: string | null
  readonly showsFilters: boolean
  readonly isForced: boolean
  readonly anchor: string | null
}

const UI_TITLE = 1
const UI_TABS = 2
const UI_NAVIGATION = 4
const UI_CHART_CONTROLS = 8
const HIDE_NAVIGATION = 1
const HIDE_TITLE = 2
const REPORT = 3

/** What the address of a dashboard asks for. */
export function parseUrlState(search: URLSearchParams, hash: string): UrlState {
  const ui = numberOf(search.get('uiConfig') ?? search.get('ui-config'))
  const standalone = standaloneOf(search.get('standalone'))
  return {
    standalone,
    isEdit: isTrue(search.get('edit')),
    focusedChartId: numberOf(search.get('focused_chart')) || null,
    isReport: standalone === REPORT,
    hidesTitle: (ui & UI_TITLE) !== 0 || standalone >= HIDE_TITLE,
    hidesTabs: (ui & UI_TABS) !== 0,
    hidesNavigation: (ui & UI_NAVIGATION) !== 0 || standalone >= HIDE_NAVIGATION,
    hidesChartControls: (ui & UI_CHART_CONTROLS) !== 0 || standalone === REPORT,
    nativeFiltersKey: search.get('native_filters_key'),
    permalinkKey: search.get('permalink_key'),
    showsFilters: standalone !== REPORT && (search.get('show_filters') === null || isTrue(search.get('show_filters'))),
    isForced: isTrue(search.get('force')),
    anchor: hash.length > 1 ? decoded(hash.slice(1)) : null,
  }
}

/** The words of an address; what is no encoding stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** A boolean in an address is false for `false` and `0`, and true for all else that is there. */
function isTrue(value: string | null): boolean {
  return value !== null && value !== 'false' && value !== '0'
}

function standaloneOf(value: string | null): number {
  if (value === 'true') return HIDE_NAVIGATION
  return numberOf(value)
}

function numberOf(value: string | null): number {
  const number = Number(value ?? 0)
  return Number.isInteger(number) && number > 0 ? number : 0
}
