import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { PATHS } from '../app/places.ts'
import { TimeZoneContext } from '../data/time-zone.ts'
import { LinkButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { Navigate, useLocation, useParams, useSearchParams } from '../ui/router.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import styles from './explore.module.css'
import { maxRows } from './max-rows.ts'
import { openingOf, searchFor } from './model/opening.ts'
import { exploreQuery } from './queries.ts'
import { Workbench } from './workbench.tsx'

/** Opens a chart, a dataset, a kept state or a shared one. */
export function ExploreScreen() {
  const t = useText()
  const { key = null } = useParams()
  const [params] = useSearchParams()
  const { state: link } = useLocation() as { state: { readonly opened?: string } | null }
  const search = useMemo(() => searchFor(params, key), [params, key])
  const { data, error, refetch } = useQuery({ ...exploreQuery(link?.opened ?? search), enabled: search !== '' })
  const opening = useMemo(() => (data ? openingOf(data, params.get('viz_type'), maxRows()) : null), [data, params])
  if (search === '') return <Navigate to={PATHS.newChart} replace />
  if (error)
    return (
      <main className="main">
        <FailedState
          centred
          isPage
          title={t('The chart could not be opened')}
          onRetry={() => void refetch()}
          action={
            <LinkButton size="sm" to={PATHS.charts}>
              {t('All charts')}
            </LinkButton>
          }
        >
          {error.message}
        </FailedState>
      </main>
    )
  if (opening === null) return <Opening />
  if (opening.dataset.id === undefined) {
    const isChart = opening.slice === null && params.has('slice_id')
    return isChart ? <MissingChart /> : <MissingDataset name={opening.slice?.slice_name ?? null} />
  }
  return (
    <TimeZoneContext value={opening.timeZone}>
      <Workbench key={link?.opened ?? search} opening={opening} />
    </TimeZoneContext>
  )
}

function MissingChart() {
  const t = useText()
  return (
    <main className="main">
      <EmptyState
        centred
        isPage
        title={t('This chart is gone')}
        action={
          <LinkButton size="sm" to={PATHS.charts}>
            {t('All charts')}
          </LinkButton>
        }
      >
        {t('It was deleted, or nobody gave you access to it.')}
      </EmptyState>
    </main>
  )
}

function MissingDataset({ name }: { name: string | null }) {
  const t = useText()
  return (
    <main className="main">
      <EmptyState
        centred
        isPage
        title={name ? t('The dataset of “{{name}}” is gone', { name }) : t('The dataset is gone')}
        action={
          <LinkButton size="sm" to={PATHS.newChart}>
            {t('Pick another dataset')}
          </LinkButton>
        }
      >
        {t('It was deleted, or nobody gave you access to it.')}
      </EmptyState>
    </main>
  )
}

function Opening() {
  return (
    <main className="main" aria-busy="true">
      <div className="bar" />
      <div className={styles.body}>
        <div className={styles.fields}>
          <div className={styles.pad}>
            <Skeleton lines={5} />
          </div>
        </div>
        <div className={styles.controls}>
          <div className={styles.pad}>
            <Skeleton lines={5} />
          </div>
        </div>
        <div className="grow" />
      </div>
    </main>
  )
}
