import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { maskFor } from '../../../query/data-mask/clauses.ts'
import { emptyMask, maskOf } from '../../../query/data-mask/emit.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useCommand } from '../../ui/commands.ts'
import { useText } from '../../ui/text.ts'
import { emptyRequired } from '../model/pending.ts'
import { useDashboard, useDashboardStore } from '../store.ts'
import { useFilterView } from './filter-inputs.tsx'

interface FilterStepsProps {
  isShort?: boolean
  onApplied?: (() => void) | undefined
}

/** Applies, clears and takes back what is chosen in the filters. */
export function FilterSteps({ isShort = false, onApplied }: FilterStepsProps) {
  const t = useText()
  const past = useDashboard((state) => state.maskHistory.past.length)
  const hasPending = useHasPending()
  const future = useDashboard((state) => state.maskHistory.future.length)
  const store = useDashboardStore()
  const clear = useClearAll()
  const active = useActiveCount()
  return (
    <div className="row g1">
      <Button variant="ghost" size={isShort ? 'sm' : 'md'} disabled={active === 0 && !hasPending} onClick={clear}>
        {t('Clear all')}
      </Button>
      <IconButton
        label={t('Undo filter change')}
        icon={<IconArrowBackUp aria-hidden />}
        size={isShort ? 'sm' : 'md'}
        disabled={past === 0 && !hasPending}
        onClick={() => store.getState().undoMask()}
      />
      <IconButton
        label={t('Redo filter change')}
        icon={<IconArrowForwardUp aria-hidden />}
        size={isShort ? 'sm' : 'md'}
        disabled={future === 0}
        onClick={() => store.getState().redoMask()}
      />
      <ApplyButton isShort={isShort} onApplied={onApplied} />
    </div>
  )
}

/** Hands what was chosen to the charts. */
function ApplyButton({ isShort = false, onApplied }: FilterStepsProps) {
  const t = useText()
  const { filters, masks } = useFilterView().inputs
  const pending = useDashboard((state) => state.pending)
  const applyChoices = useDashboard((state) => state.applyChoices)
  const hasPending = useHasPending()
  const names = emptyRequired(filters, masks, pending).map((filter) => filter.name)
  if (!filters.some(isFilter)) return null
  const handleApply = () => {
    applyChoices()
    onApplied?.()
  }
  return (
    <Button
      variant={hasPending ? 'primary' : 'default'}
      size={isShort ? 'sm' : 'md'}
      disabled={!hasPending}
      disabledReason={
        hasPending && names.length > 0
          ? t('Choose a value for {{names}} first', { names: names.join(', ') })
          : undefined
      }
      onClick={handleApply}
    >
      {t('Apply')}
    </Button>
  )
}

const useHasPending = () => useDashboard((state) => Object.keys(state.pending).length > 0)

export function useFilterCommands(): void {
  const t = useText()
  const store = useDashboardStore()
  const clear = useClearAll()
  const isReading = () => !store.getState().isEditing
  const group = t('Dashboard')
  useCommand({ id: 'dashboard.clearFilters', label: t('Clear all filters'), group, run: clear, when: isReading })
  useCommand({
    id: 'dashboard.applyFilters',
    label: t('Apply filters'),
    group,
    keys: 'Mod+Enter',
    run: () => {
      const { history, masks, pending, applyChoices } = store.getState()
      if (emptyRequired(history.present.metadata.filters, masks, pending).length === 0) applyChoices()
    },
    when: () => isReading() && Object.keys(store.getState().pending).length > 0,
  })
  useCommand({
    id: 'dashboard.undoFilter',
    label: t('Undo filter change'),
    group,
    keys: 'Mod+Z',
    run: () => store.getState().undoMask(),
    when: isReading,
  })
  useCommand({
    id: 'dashboard.redoFilter',
    label: t('Redo filter change'),
    group,
    keys: 'Mod+Shift+Z',
    run: () => store.getState().redoMask(),
    when: isReading,
  })
}

function useClearAll(): () => void {
  const store = useDashboardStore()
  return () => {
    const { history, masks, setMasks } = store.getState()
    const filters = history.present.metadata.filters.filter(isFilter)
    const cleared = filters.map((filter) => [filter.id, maskOf(filter, null)] as const)
    const charts = Object.keys(masks).filter((id) => !filters.some((filter) => filter.id === id))
    const empty = charts.map((id) => [id, { ...emptyMask(id), ownState: masks[id]?.ownState ?? {} }] as const)
    setMasks(Object.fromEntries([...cleared, ...empty]))
  }
}

/** How many filters and clicked charts have a value in force. */
export function useActiveCount(): number {
  const { inputs, clauses } = useFilterView()
  const set = inputs.filters
    .filter(isFilter)
    .filter((filter) => maskFor(filter, inputs.masks).filterState.value != null).length
  return set + clauses.filter((clause) => clause.source.kind === 'chart').length
}
