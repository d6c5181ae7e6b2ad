import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router'
import { PATHS } from '../app/places.ts'
import { LinkButton } from '../ui/button.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import styles from './explore.module.css'
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
  const opening = useMemo(() => (data ? openingOf(data, params.get('viz_type')) : null), [data, params])
  if (search === '') return <Navigate to={PATHS.newChart} replace />
  if (error)
    return (
      <main className="main">
        <FailedState
          centred
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
  return <Workbench key={link?.opened ?? search} opening={opening} />
}

function Opening() {
  return (
    <main className="main" aria-busy="true">
      <div className="bar" />
      <div className={styles.body}>
        <aside className={styles.fields}>
          <div className={styles.pad}>
            <Skeleton lines={5} />
          </div>
        </aside>
        <aside className={styles.controls}>
          <div className={styles.pad}>
            <Skeleton lines={5} />
          </div>
        </aside>
        <div className="grow" />
      </div>
    </main>
  )
}
