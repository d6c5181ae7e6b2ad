import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import type { Control } from '../../charts/chart.ts'
import { type ExploredChart, findExplored } from '../../charts/explored.ts'
import type { FormData } from '../data/chart-request.ts'
import { maxRows } from './max-rows.ts'
import { addField, changeType, putField } from './model/chart-form.ts'
import { withCompanions } from './model/companions.ts'
import {
  ask,
  type ExploreState,
  markSaved,
  openForm,
  replaceForm,
  setField,
  setLive,
  stepBack,
  stepForward,
  switchType,
} from './model/explore-state.ts'
import type { Field } from './model/fields.ts'
import { withDataset } from './model/other-dataset.ts'
import { withinCap } from './model/row-cap.ts'
import type { ExploreDataset, ExploreSlice } from './model/wire.ts'

export interface ExploreStore {
  readonly state: ExploreState
  readonly dataset: ExploreDataset
  readonly slice: ExploreSlice | null
  readonly name: string
  setField(field: string, value: unknown, isTyping?: boolean): void
  addField(field: Field): void
  dropField(control: Control, field: Field): void
  changeType(chart: ExploredChart): void
  /** Puts the question to another dataset and gives the names of what that one does not have. */
  changeDataset(dataset: ExploreDataset): readonly string[]
  setName(name: string): void
  setLive(isLive: boolean): void
  ask(): void
  undo(): void
  redo(): void
  saved(slice: ExploreSlice, form: FormData): void
  /** The properties of the saved chart were changed. */
  described(part: Pick<ExploreSlice, 'slice_name' | 'owners'>): void
}

export interface Opening {
  readonly form: FormData
  readonly saved: FormData | null
  readonly dataset: ExploreDataset
  readonly slice: ExploreSlice | null
  readonly isKept: boolean
}

export function createExploreStore({ form, saved, dataset, slice, isKept }: Opening): StoreApi<ExploreStore> {
  return createStore<ExploreStore>()((set, get) => {
    // A step back may lead to the settings of a dataset before.
    const datasets = new Map([[datasourceIn(form), dataset]])
    const apply = (change: (state: ExploreState) => ExploreState) =>
      set((store) => {
        const state = change(store.state)
        return { state, dataset: datasets.get(datasourceIn(state.history.form)) ?? store.dataset }
      })
    const replace = (field: string, next: (form: FormData) => FormData) =>
      apply((state) => replaceForm(state, field, next(state.history.form)))
    return {
      state: openForm(form, saved, isKept),
      dataset,
      slice,
      name: slice?.slice_name ?? '',
      setField: (field, value, isTyping) =>
        apply((state) => setField(state, field, value, isTyping, (now) => withCompanions(now, field, get().dataset))),
      addField: (field) =>
        replace(`add ${field.id}`, (now) => {
          const chart = findExplored(String(now.viz_type))
          return chart === null ? now : addField(now, chart, field, get().dataset)
        }),
      dropField: (control, field) =>
        replace(control.field, (now) => ({ ...now, ...putField(now, control, field, get().dataset) })),
      changeType: (chart) =>
        apply((state) =>
          switchType(state, chart.id, (now) => withinCap(changeType(now, chart, get().dataset), now, chart, maxRows())),
        ),
      changeDataset: (other) => {
        const { form: next, left } = withDataset(get().state.history.form, other)
        datasets.set(datasourceIn(next), other)
        apply((state) => ask(replaceForm(state, 'datasource', next)))
        return left
      },
      setName: (name) => set({ name }),
      setLive: (isLive) => apply((state) => setLive(state, isLive)),
      ask: () => apply(ask),
      undo: () => apply(stepBack),
      redo: () => apply(stepForward),
      described: (part) =>
        set(({ slice: now }) => (now === null ? {} : { slice: { ...now, ...part }, name: part.slice_name })),
      saved: (next, savedForm) =>
        set(({ state }) => ({ slice: next, name: next.slice_name, state: markSaved(state, savedForm, next.slice_id) })),
    }
  })
}

const datasourceIn = (form: FormData) => String(form.datasource ?? '')

export const ExploreContext = createContext<StoreApi<ExploreStore> | null>(null)

export function useExplore<T>(select: (store: ExploreStore) => T): T {
  const store = useContext(ExploreContext)
  if (store === null) throw new Error('Explore has no store here')
  return useStore(store, select)
}

export const useForm = (): FormData => useExplore((store) => store.state.history.form)
