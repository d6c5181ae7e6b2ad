import { type RefObject, useEffect, useRef, useState } from 'react'
import { itemOfChart } from '../../query/dashboard/layout.ts'
import { useStandalone } from '../app/use-standalone.ts'
import { isEmbedded } from '../data/embedding.ts'
import { TimeZoneContext } from '../data/time-zone.ts'
import { useNavigate } from '../ui/router.tsx'
import { useUnsaved } from '../ui/unsaved.ts'
import { useViewport } from '../ui/viewport.ts'
import { ChartsContext } from './charts-context.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { FilterInputsProvider } from './filters/filter-inputs.tsx'
import { FirstValues } from './filters/first-values.tsx'
import { AskAhead, EmbeddedSide } from './lazy-dialogs.tsx'
import { hasUnsavedChanges } from './model/history.ts'
import type { UrlState } from './model/url-state.ts'
import type { DashboardChart } from './model/wire.ts'
import { Canvas } from './parts/canvas.tsx'
import { HeaderBar } from './parts/header-bar.tsx'
import { useDashboard, useDraft } from './store.ts'
import { UrlStateContext } from './url-context.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useColorSync } from './use-color-sync.ts'
import { useDashboardLook } from './use-dashboard-look.ts'
import { useEditMode } from './use-edit-mode.ts'
import { useFilterStateSync } from './use-filter-state-sync.ts'

export function DashboardScreen({ charts, url }: { charts: ReadonlyMap<number, DashboardChart>; url: UrlState }) {
  const timeZone = useDraft((draft) => draft.metadata.timeZone)
  return (
    <UrlStateContext value={url}>
      <ChartsContext value={charts}>
        <TimeZoneContext value={timeZone}>
          <FilterInputsProvider>
            <FirstValues />
            <ScreenFrame url={url} />
            {isEmbedded() && <EmbeddedSide />}
          </FilterInputsProvider>
        </TimeZoneContext>
      </ChartsContext>
    </UrlStateContext>
  )
}

function ScreenFrame({ url }: { url: UrlState }) {
  const isNarrow = useViewport() === 'phone'
  const wantsEditing = useDashboard((state) => state.isEditing) && !isNarrow
  const editing = useEditMode(wantsEditing)
  const isEditing = editing !== null
  const isVertical = useDraft((draft) => draft.metadata.filterBarOrientation === 'VERTICAL') && !isNarrow
  const title = useDraft((draft) => draft.properties.title)
  const scroll = useRef<HTMLDivElement>(null)
  useAutoRefresh()
  useFilterStateSync()
  useColorSync()
  useUnsaved(useDashboard((state) => state.isEditing && hasUnsavedChanges(state.history)))
  useDashboardLook(useDraft((draft) => draft.properties.theme?.json ?? null))
  useStandalone(url.hidesNavigation)
  useAnchor(url)
  useEditParameter(wantsEditing)
  useEffect(() => {
    document.title = `${title} · Sightline`
  }, [title])
  const filterBar = url.showsFilters && <FilterBar isVertical={isVertical && !isEditing} />
  return (
    <main className="main dash" data-editing={isEditing || undefined}>
      <DashboardCss />
      {!url.hidesTitle && (editing ? <editing.EditBar /> : <HeaderBar />)}
      {(!isVertical || isEditing) && filterBar}
      <div className="dash-body">
        {isVertical && !isEditing && filterBar}
        <div className="dash-scroll" ref={scroll}>
          {editing ? <editing.EditCanvas /> : <Canvas />}
        </div>
        {editing ? <editing.Palette /> : <NearPart scroll={scroll} />}
      </div>
    </main>
  )
}

/** What answers clicks ahead comes when a pointer or the focus is where a click may follow. */
function NearPart({ scroll }: { scroll: RefObject<HTMLElement | null> }) {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const come = () => setNear(true)
    for (const sign of ['pointerover', 'focusin']) scroll.current?.addEventListener(sign, come, { once: true })
  }, [scroll])
  return isNear && <AskAhead scroll={scroll} />
}

/** Brings into view what the address names: an item, or a chart. */
function useAnchor(url: UrlState): void {
  const focused = useDraft((draft) => itemOfChart(draft.layout, url.focusedChartId ?? -1)?.id ?? null)
  const anchor = url.anchor ?? focused
  useEffect(() => {
    if (anchor) document.getElementById(anchor)?.scrollIntoView({ block: 'center' })
  }, [anchor])
}

/** The address says whether the dashboard is being edited, so that a reload stays there. */
function useEditParameter(isEditing: boolean): void {
  const navigate = useNavigate()
  useEffect(() => {
    const search = new URLSearchParams(window.location.search)
    if (isEditing === search.has('edit')) return
    if (isEditing) search.set('edit', 'true')
    else search.delete('edit')
    void navigate({ search: search.toString(), hash: window.location.hash }, { replace: true })
  }, [isEditing, navigate])
}

/** Styles that belong to the dashboard itself. */
function DashboardCss() {
  const css = useDraft((draft) => draft.properties.css)
  useEffect(() => {
    if (css.trim() === '') return
    const undo = import('./own-css.ts').then(
      ({ applyCss }) => applyCss(css),
      () => null,
    )
    return () => void undo.then((takeAway) => takeAway?.())
  }, [css])
  return null
}
