import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { itemOfChart, type Layout } from '../../query/dashboard/layout.ts'
import { startingMasks } from '../../query/dashboard/starting-masks.ts'
import { UNTITLED } from '../../query/dashboard/title.ts'
import type { DataMasks } from '../../query/data-mask/filter-config.ts'
import { can } from '../app/bootstrap.ts'
import { dashboardPath } from '../app/places.ts'
import { expectPictures } from '../data/chart-echarts-parts.ts'
import { ColorBookContext, createColorBook } from '../data/color-book.ts'
import { isEmbedded } from '../data/embedding.ts'
import { queryClient } from '../data/query-client.ts'
import { useNavigate, useParams } from '../ui/router.tsx'
import { currentUser } from './current-user.ts'
import { DashboardScreen } from './dashboard-screen.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { canEditDashboard } from './model/rights.ts'
import { activeTabsFrom, withTabsOpenFor } from './model/tabs.ts'
import { parseUrlState, type UrlState } from './model/url-state.ts'
import { type DashboardChart, draftFrom, type WireDashboard } from './model/wire.ts'
import { ProblemPage } from './problem-page.tsx'
import {
  dashboardCalls,
  dashboardChartsQuery,
  dashboardQuery,
  filterStateQuery,
  type PermalinkState,
  permalinkQuery,
} from './queries.ts'
import { createDashboardStore, DashboardStoreProvider } from './store.ts'
import { lookQuery } from './use-dashboard-look.ts'

export function DashboardPage() {
  const { idOrSlug, key } = useParams()
  if (key !== undefined) return <PermalinkPage linkKey={key} />
  if (idOrSlug === undefined) return <NewDashboardPage />
  return <LoadedDashboard idOrSlug={idOrSlug} />
}

function NewDashboardPage() {
  const navigate = useNavigate()
  const hasAsked = useRef(false)
  const [error, setError] = useState<unknown>(null)
  useEffect(() => {
    if (hasAsked.current) return
    hasAsked.current = true
    dashboardCalls
      .create(UNTITLED)
      .then(({ id }) => navigate(`${dashboardPath(id)}?edit=true`, { replace: true }))
      .catch(setError)
  }, [navigate])
  return error === null ? <DashboardSkeleton /> : <ProblemPage error={error} />
}

function PermalinkPage({ linkKey }: { linkKey: string }) {
  const navigate = useNavigate()
  const { data, error } = useQuery(permalinkQuery(linkKey))
  useEffect(() => {
    if (!data) return
    const search = new URLSearchParams([
      ['permalink_key', linkKey],
      ...(data.state.urlParams ?? []).map((pair) => [...pair]),
    ])
    const hash = data.state.anchor ? `#${encodeURIComponent(data.state.anchor)}` : ''
    void navigate(`${dashboardPath(data.dashboardId)}?${search}${hash}`, { replace: true })
  }, [data, linkKey, navigate])
  return error ? <ProblemPage error={error} /> : <DashboardSkeleton />
}

function LoadedDashboard({ idOrSlug }: { idOrSlug: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the address asks counts when a dashboard is opened, not when it is read
  const url = useMemo(
    () => parseUrlState(new URLSearchParams(window.location.search), window.location.hash),
    [idOrSlug],
  )
  const dashboard = useQuery({ ...dashboardQuery(idOrSlug), gcTime: 0 })
  const charts = useQuery({ ...dashboardChartsQuery(idOrSlug), gcTime: 0 })
  const link = useQuery({ ...permalinkQuery(url.permalinkKey ?? ''), enabled: url.permalinkKey !== null, retry: false })
  const id = dashboard.data?.id ?? 0
  const state = useQuery({
    ...filterStateQuery(id, url.nativeFiltersKey ?? ''),
    enabled: id > 0 && url.nativeFiltersKey !== null && url.permalinkKey === null,
  })
  const look = useQuery(lookQuery(dashboard.data?.theme?.json_data ?? null))
  if (!dashboard.data || !charts.data) {
    const retry = () => void Promise.all([dashboard.refetch(), charts.refetch()])
    return <Unread error={dashboard.error ?? charts.error} onRetry={retry} />
  }
  if (link.isLoading || state.isLoading || look.isLoading) return <DashboardSkeleton />
  return (
    <Unhurried key={dashboard.data.id} meanwhile={<DashboardSkeleton />}>
      <OpenDashboard
        dashboard={dashboard.data}
        charts={charts.data}
        link={link.data?.state ?? null}
        masks={state.data ?? null}
        url={url}
      />
    </Unhurried>
  )
}

/** Only before it is there: what is open stays, with what was changed, where it cannot be read again. */
function Unread({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  return error ? <ProblemPage error={error} onRetry={onRetry} /> : <DashboardSkeleton />
}

/** A whole dashboard is made in small steps, between which the page answers; an answer alone would make it in one. */
function Unhurried({ meanwhile, children }: { meanwhile: ReactNode; children: ReactNode }) {
  const isBegun = useDeferredValue(true, false)
  return isBegun ? children : meanwhile
}

interface OpenDashboardProps {
  dashboard: WireDashboard
  charts: readonly DashboardChart[]
  link: PermalinkState | null
  masks: DataMasks | null
  url: UrlState
}

function OpenDashboard({ dashboard, charts, link, masks, url }: OpenDashboardProps) {
  const [store] = useState(() => {
    const draft = draftFrom(dashboard, charts)
    const canEdit = canEditDashboard(dashboard, currentUser()) && can('can_write', 'Dashboard')
    const fromLink = activeTabsFrom(draft.layout, link?.activeTabs ?? [])
    const anchor = link?.anchor ?? url.anchor ?? focusedItemId(draft.layout, url)
    return createDashboardStore({
      dashboardId: dashboard.id,
      draft,
      masks: startingMasks(
        draft.metadata.filters,
        link?.dataMask ?? masks,
        new URLSearchParams(window.location.search),
      ),
      activeTabs: anchor ? withTabsOpenFor(draft.layout, fromLink, anchor) : fromLink,
      isEditing: url.isEdit && canEdit,
      canEdit,
      changedOn: dashboard.changed_on,
    })
  })
  const [colorBook] = useState(createColorBook)
  useOwnAddress(dashboard, charts)
  useEffect(() => expectPictures(charts.map((chart) => chart.chartType)), [charts])
  const byId = useMemo(() => new Map(charts.map((chart) => [chart.id, chart])), [charts])
  return (
    <DashboardStoreProvider value={store}>
      <ColorBookContext value={colorBook}>
        <DashboardScreen charts={byId} url={url} />
      </ColorBookContext>
    </DashboardStoreProvider>
  )
}

function focusedItemId(layout: Layout, { focusedChartId }: UrlState): string | null {
  return focusedChartId === null ? null : (itemOfChart(layout, focusedChartId)?.id ?? null)
}

/** The address names the dashboard by its slug, or else its id; a changed slug changes it without loading anew. */
function useOwnAddress(dashboard: WireDashboard, charts: readonly DashboardChart[]): void {
  const navigate = useNavigate()
  const { idOrSlug } = useParams()
  const own = dashboard.slug || String(dashboard.id)
  useEffect(() => {
    if (idOrSlug === own || isEmbedded()) return
    queryClient.setQueryData(dashboardQuery(own).queryKey, dashboard)
    queryClient.setQueryData(dashboardChartsQuery(own).queryKey, [...charts])
    const { search, hash } = window.location
    void navigate({ pathname: dashboardPath(own), search, hash }, { replace: true })
  }, [idOrSlug, own, dashboard, charts, navigate])
}
