import { useMutation } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { withScopes } from '../../../query/dashboard/scope.ts'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { ChartsContext } from '../charts-context.ts'
import {
  changeFilter,
  editedFilters,
  type FilterEdit,
  type FilterProblem,
  filterChanges,
  filterEdit,
  filterEditWith,
  filterProblems,
  finaliseRemovals,
  mainDatasetId,
  newFilter,
} from '../model/filter-edit.ts'
import { withSettledMasks } from '../model/settled-masks.ts'
import { seenAfterOwnChange } from '../own-change.ts'
import { dashboardCalls } from '../queries.ts'
import { saveFailure } from '../save-failure.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { DividerForm } from './divider-form.tsx'
import { FilterForm } from './filter-form.tsx'
import { FilterList } from './filter-list.tsx'
import { randomId } from './random-filter-id.ts'

const TICK_MS = 500
const NO_PROBLEMS: readonly FilterProblem[] = []

interface FilterConfigDialogProps {
  /** Begins with one more, to be filled in. */
  isAdding?: boolean
  /** The filter to begin with, instead of the first. */
  selectedId?: string
  onClose: () => void
}

/** All filters of the dashboard: a list at the left, the selected one at the right. */
export function FilterConfigDialog({ isAdding = false, selectedId, onClose }: FilterConfigDialogProps) {
  const t = useText()
  const saved = useDraft((draft) => draft.metadata.filters)
  const charts = useContext(ChartsContext)
  const blank = () => newFilter(`NATIVE_FILTER-${randomId()}`, '', mainDatasetId(charts.values()))
  const [edit, setEdit] = useState<FilterEdit>(() =>
    isAdding ? filterEditWith(saved, blank()) : filterEdit(saved, selectedId),
  )
  const [hasTried, setTried] = useState(false)
  const problems = hasTried ? filterProblems(edit) : NO_PROBLEMS
  const { save, isSaving } = useSaveFilters(onClose)
  useFinalRemovals(edit, setEdit)
  const selected = edit.filters.find((filter) => filter.id === edit.selectedId && !(filter.id in edit.removedAt))
  const handleSubmit = () => {
    const found = filterProblems(edit)
    setTried(true)
    const [first] = found
    if (first) setEdit({ ...edit, selectedId: first.filterId })
    else save(editedFilters(edit))
  }
  return (
    <Dialog
      title={t('Filters')}
      width={860}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          {problems.length > 0 && (
            <span className="cd t2 grow" role="alert">
              {t('{{count}} thing to put right|{{count}} things to put right', { count: problems.length })}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className="dash-filter-config">
        <FilterList edit={edit} problems={problems} onAdd={blank} onChange={setEdit} />
        <div className="dash-filter-form">
          {selected === undefined && (
            <EmptyState title={t('No filter is selected')}>{t('Add one, or pick one from the list.')}</EmptyState>
          )}
          {selected && isFilter(selected) && (
            <FilterForm
              key={selected.id}
              filter={selected}
              filters={editedFilters(edit)}
              problems={problems.filter((problem) => problem.filterId === selected.id)}
              onChange={(filter) => setEdit(changeFilter(edit, selected.id, () => filter))}
            />
          )}
          {selected && !isFilter(selected) && (
            <DividerForm
              divider={selected}
              onChange={(divider) => setEdit(changeFilter(edit, selected.id, () => divider))}
            />
          )}
        </div>
      </div>
    </Dialog>
  )
}

/** Removed filters leave the list once their time is over. */
function useFinalRemovals(edit: FilterEdit, setEdit: (change: (edit: FilterEdit) => FilterEdit) => void): void {
  const isWaiting = Object.keys(edit.removedAt).length > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setEdit((before) => finaliseRemovals(before, Date.now())), TICK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, setEdit])
}

/** While editing, filters go to the draft; while reading, straight to the server. */
function useSaveFilters(onDone: () => void): {
  save: (filters: ReturnType<typeof editedFilters>) => void
  isSaving: boolean
} {
  const store = useDashboardStore()
  const isEditing = useDashboard((state) => state.isEditing)
  const { mutate, isPending } = useMutation({
    mutationFn: async (filters: ReturnType<typeof editedFilters>) => {
      const { dashboardId, history, edit, applyUnsaved, masks, setMasks } = store.getState()
      const scoped = withScopes(filters, history.present.layout)
      const before = history.present.metadata.filters
      if (isEditing) {
        edit((draft) => ({ ...draft, metadata: { ...draft.metadata, filters: scoped } }))
      } else {
        await dashboardCalls.saveFilters(dashboardId, filterChanges(before, scoped))
        applyUnsaved((draft) => ({ ...draft, metadata: { ...draft.metadata, filters: scoped } }))
        await seenAfterOwnChange(store)
        toast.success(text('This dashboard was saved successfully.'))
      }
      setMasks(withSettledMasks(masks, before, scoped))
    },
    onSuccess: onDone,
    onError: (error) => void toast.danger(saveFailure(error)),
  })
  return { save: mutate, isSaving: isPending }
}
