import { IconDots, IconPencil, IconRefresh, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useIsFetching } from '@tanstack/react-query'
import { placedChartIds } from '../../../query/dashboard/layout.ts'
import { bootstrap, can } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import { isEmbedded } from '../../data/embedding.ts'
import { useFavorites, useToggleFavorite } from '../../data/favorites.ts'
import { HttpError } from '../../data/http.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useCommand } from '../../ui/commands.ts'
import { formatClock } from '../../ui/format.ts'
import { keptText } from '../../ui/kept.ts'
import { Badge } from '../../ui/marks.tsx'
import { Ring } from '../../ui/progress.tsx'
import { Link } from '../../ui/router.tsx'
import { type Translate, text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { useViewport } from '../../ui/viewport.ts'
import { SharePopover } from '../dialogs/share-popover.tsx'
import { draftKey } from '../draft-key.ts'
import { visibleChartIds } from '../model/tabs.ts'
import { seenAfterOwnChange } from '../own-change.ts'
import { dashboardCalls } from '../queries.ts'
import { saveFailure } from '../save-failure.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { HeaderMenu } from './header-menu.tsx'

/** The header of a dashboard that is read. */
export function HeaderBar() {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  const title = useDraft((draft) => draft.properties.title)
  const canEdit = useDashboard((state) => state.canEdit)
  const startEditing = useDashboard((state) => state.startEditing)
  const hasDraft = keptText(draftKey(useDashboard((state) => state.dashboardId))) !== null
  const refresh = useRefreshAll()
  useReadCommands(refresh, startEditing)
  return (
    <header className="bar">
      {!isEmbedded() && (
        <Link to={PATHS.dashboards} className="crumb">
          {t('Dashboards')}
        </Link>
      )}
      <h1 className="ell">{title}</h1>
      <FavouriteStar />
      {!isPhone && !isEmbedded() && <PublishedMark />}
      <span className="grow" />
      {!isPhone && <Freshness />}
      {!isPhone && <IconButton label={t('Refresh')} icon={<IconRefresh aria-hidden />} onClick={refresh} />}
      {!isPhone && <span className="sep" />}
      {can('can_share_dashboard', 'Superset') && <SharePopover />}
      {canEdit && !isPhone && (
        <Button icon={<IconPencil aria-hidden />} onClick={startEditing}>
          {hasDraft ? t('Continue editing') : t('Edit')}
        </Button>
      )}
      <HeaderMenu onRefresh={refresh} trigger={<IconButton label={t('More')} icon={<IconDots aria-hidden />} />} />
    </header>
  )
}

function FavouriteStar() {
  const t = useText()
  const id = useDashboard((state) => state.dashboardId)
  const isFavourite = useFavorites('dashboard', bootstrap().user ? [id] : NO_IDS, showStatusFailure).get(id) === true
  const { mutate } = useToggleFavorite('dashboard', showFavouriteFailure)
  if (!bootstrap().user) return null
  return (
    <IconButton
      label={isFavourite ? t('Remove from favourites') : t('Add to favourites')}
      size="sm"
      aria-pressed={isFavourite}
      className="dash-star"
      icon={isFavourite ? <IconStarFilled className="s f" aria-hidden /> : <IconStar className="s" aria-hidden />}
      onClick={() => mutate({ id, on: !isFavourite })}
    />
  )
}

const NO_IDS: readonly number[] = []
const showStatusFailure = () =>
  void toast.danger(text('There was an issue fetching the favorite status of this dashboard.'))
const showFavouriteFailure = () => void toast.danger(text('There was an issue favoriting this dashboard.'))

/** Published or draft; owners change it with a press. */
function PublishedMark() {
  const t = useText()
  const isPublished = useDraft((draft) => draft.properties.isPublished)
  const canEdit = useDashboard((state) => state.canEdit)
  const store = useDashboardStore()
  const badge = <Badge tone={isPublished ? 'ok' : 'neutral'}>{isPublished ? t('Published') : t('Draft')}</Badge>
  const handleToggle = async () => {
    const { dashboardId, applyUnsaved } = store.getState()
    try {
      await dashboardCalls.publish(dashboardId, !isPublished)
      applyUnsaved((draft) => ({ ...draft, properties: { ...draft.properties, isPublished: !isPublished } }))
      await seenAfterOwnChange(store)
      toast.success(isPublished ? text('This dashboard is now hidden') : text('This dashboard is now published'))
    } catch (error) {
      const isRefused = error instanceof HttpError && (error.status === 403 || error.status === 404)
      toast.danger(isRefused ? text('You do not have permissions to edit this dashboard.') : saveFailure(error))
    }
  }
  if (!canEdit) return badge
  return (
    <button
      type="button"
      className="dash-published"
      data-tip={
        isPublished
          ? t('Seen by all who may read its data. Press to hide.')
          : t('Seen by its owners. Press to publish.')
      }
      onClick={() => void handleToggle()}
    >
      {badge}
    </button>
  )
}

/** When the data was last asked for, and how often it is. */
function Freshness() {
  const t = useText()
  const checkedAt = useDashboard((state) => state.checkedAt)
  const seconds = useDashboard((state) => state.refreshSec ?? state.history.present.metadata.refreshFrequencySec)
  const isRefreshing = useIsFetching({ queryKey: ['chart-data'] }) > 0
  const words = [
    checkedAt === null || isRefreshing ? null : t('last refreshed {{time}}', { time: formatClock(checkedAt) }),
    seconds > 0 ? rhythm(seconds, t) : null,
  ]
  return (
    <span className="t2 c3 nw row g1 dash-checked">
      {isRefreshing && (
        <span className="row g1" role="status">
          <Ring />
          {t('Refreshing')}
        </span>
      )}
      {words.filter(Boolean).join(' · ')}
    </span>
  )
}

function rhythm(seconds: number, t: Translate): string {
  return seconds % 60 === 0
    ? t('every {{count}} minute|every {{count}} minutes', { count: seconds / 60 })
    : t('every {{count}} second|every {{count}} seconds', { count: seconds })
}

function useRefreshAll(): () => void {
  const store = useDashboardStore()
  return () => {
    const { history, activeTabs, refresh } = store.getState()
    const { layout } = history.present
    const visible = visibleChartIds(layout, activeTabs)
    refresh([...visible, ...placedChartIds(layout).filter((id) => !visible.includes(id))])
  }
}

function useReadCommands(refresh: () => void, startEditing: () => void): void {
  const t = useText()
  const store = useDashboardStore()
  const group = t('Dashboard')
  const canEdit = () => store.getState().canEdit && !store.getState().isEditing
  useCommand({ id: 'dashboard.refresh', label: t('Refresh the dashboard'), group, keys: 'R', run: refresh })
  useCommand({
    id: 'dashboard.edit',
    label: t('Edit the dashboard'),
    group,
    keys: 'E',
    run: startEditing,
    when: canEdit,
  })
}
