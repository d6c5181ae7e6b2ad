import { useIsFetching } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { drawnColors } from '../../charts/parts/dashboard-colors.ts'
import { type ColorBook, ColorBookContext } from '../data/color-book.ts'
import { dashboardCalls } from './queries.ts'
import { type DashboardStore, useDashboard, useDashboardStore } from './store.ts'

const SYNC_DELAY_MS = 500

/** Stores the colours of labels once the charts were drawn in a scheme that was saved anew. */
export function useColorSync(): void {
  const store = useDashboardStore()
  const book = useContext(ColorBookContext)
  const mustSync = useDashboard((state) => state.mustSyncColors && !state.isEditing)
  const isFetching = useIsFetching({ queryKey: ['chart-data'] }) > 0
  useEffect(() => {
    if (!mustSync || isFetching || !book) return
    const timer = setTimeout(() => void sync(store, book), SYNC_DELAY_MS)
    return () => clearTimeout(timer)
  }, [mustSync, isFetching, book, store])
}

async function sync(store: DashboardStore, book: ColorBook): Promise<void> {
  const { dashboardId, draft, applyUnsaved, noteColorsStored } = store.getState()
  const colors = drawnColors(draft.metadata, book.places(), book.shared())
  noteColorsStored()
  const isStored = await dashboardCalls.saveColors(dashboardId, { ...draft.metadata, ...colors }).then(
    () => true,
    () => false,
  )
  if (isStored) applyUnsaved((before) => ({ ...before, metadata: { ...before.metadata, ...colors } }))
}
