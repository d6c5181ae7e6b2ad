import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { isEmbedded } from '../../data/embedding.ts'
import { pictureTurns } from '../../data/picture-turns.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useDashboard, useDraft } from '../store.ts'

/** Keeps the place of the ruler, so that the charts stay where they are when it comes. */
const PLACE = <div className="dash-ruler" aria-hidden="true" />

/** All charts have answered, and none has become a picture for so long. */
const NO_PICTURE_MS = 500

/** Without it all can be done as well, so nobody is told where it does not come. */
const { part: TimeRuler } = partAhead(
  () =>
    import('./time-ruler.tsx').then(
      (module) => module.TimeRuler,
      () => () => null,
    ),
  PLACE,
)

/** The window of a time filter, after the charts. */
export function LaterRuler() {
  const hasTime = useDraft(({ metadata }) =>
    metadata.filters.some((one) => isFilter(one) && one.filterType === 'filter_time'),
  )
  const checkedAt = useDashboard((state) => state.checkedAt)
  const isFetching = useIsFetching({ queryKey: ['chart-data'] }) > 0
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (checkedAt === null) return
    const comesNow = () => pictureTurns.whenAtRest(() => setDue(true))
    if (pictureTurns.hasPainted()) return comesNow()
    if (isFetching) return
    const timer = setTimeout(comesNow, NO_PICTURE_MS)
    return () => clearTimeout(timer)
  }, [checkedAt, isFetching])
  // Guests of other sites are answered what charts and filters ask, and nothing else.
  if (!hasTime || isEmbedded()) return null
  return isDue ? <TimeRuler place={PLACE} /> : PLACE
}
