import { createContext, useContext } from 'react'
import { createStore, type StoreApi, useStore } from 'zustand'
import { changesColors } from '../../charts/parts/dashboard-colors.ts'
import { type Layout, parentOf } from '../../query/dashboard/layout.ts'
import type { DataMask, DataMasks, NativeFilter } from '../../query/data-mask/filter-config.ts'
import type { Draft } from './model/draft.ts'
import type { DropHint } from './model/drop-zone.ts'
import { commit, type History, historyOf, redo, undo } from './model/history.ts'
import type { KeptDraft } from './model/kept-draft.ts'
import { withChoice, withoutChoice } from './model/pending.ts'
import { type ActiveTabs, withTabsOpenFor } from './model/tabs.ts'

export interface DashboardStart {
  readonly dashboardId: number
  readonly draft: Draft
  readonly masks: DataMasks
  readonly activeTabs: ActiveTabs
  readonly isEditing: boolean
  readonly canEdit: boolean
  readonly changedOn: string
}

interface Stored {
  readonly draft: Draft
  readonly changedOn: string
}

export interface DashboardState extends DashboardStart {
  readonly history: History<Draft>
  readonly maskHistory: History<DataMasks>
  readonly selectedId: string | null
  readonly fullSizeId: string | null
  /** Counts forced refreshes by chart, so that a tile asks again. */
  readonly refreshes: Readonly<Record<number, number>>
  /** When a chart last had an answer. */
  readonly checkedAt: number | null
  noteAnswer(at: number): void
  /** A rhythm chosen for this visit; null leaves that of the dashboard. */
  readonly refreshSec: number | null
  /** Where what is dragged would go. */
  readonly hint: DropHint | null
  showHint(hint: DropHint | null): void
  /** The colours of labels as stored are those of another scheme. */
  readonly mustSyncColors: boolean
  noteColorsStored(): void
  refreshEvery(seconds: number | null): void
  edit(change: (draft: Draft) => Draft, gesture?: string): void
  editLayout(change: (layout: Layout) => Layout, gesture?: string): void
  undo(): void
  redo(): void
  startEditing(): void
  /** Goes on with changes of an earlier visit, made on the version that they were made on. */
  restore(kept: KeptDraft): void
  /** What is stored, where changes were made on an earlier version. */
  readonly newer: Stored | null
  /** Goes on with changes as if they had been made on what somebody else saved. */
  rebase(theirs: Stored, draft: Draft): void
  discard(): void
  markSaved(draft: Draft, changedOn: string): void
  applyUnsaved(change: (draft: Draft) => Draft): void
  select(id: string | null): void
  openTab(tabsId: string, tabId: string): void
  reveal(id: string): void
  /** Choices in the filter bar that charts do not know before they are applied. */
  readonly pending: DataMasks
  choose(filter: NativeFilter, mask: DataMask): void
  applyChoices(): void
  setMask(mask: DataMask): void
  setMasks(masks: DataMasks): void
  /** A value that a filter gives itself: no step to undo. */
  settleMask(mask: DataMask): void
  /** The filter whose choices are open. */
  readonly focusedFilterId: string | null
  focusFilter(id: string | null): void
  undoMask(): void
  redoMask(): void
  refresh(chartIds: readonly number[]): void
  showFullSize(id: string | null): void
  toggleDescription(chartId: number): void
}

export type DashboardStore = StoreApi<DashboardState>

export function createDashboardStore(start: DashboardStart): DashboardStore {
  return createStore<DashboardState>()((set, get) => ({
    ...start,
    history: historyOf(start.draft),
    newer: null,
    maskHistory: historyOf(start.masks),
    pending: {},
    selectedId: null,
    fullSizeId: null,
    refreshes: {},
    checkedAt: null,
    noteAnswer: (at) => set({ checkedAt: at }),
    refreshSec: null,
    mustSyncColors: false,
    noteColorsStored: () => set({ mustSyncColors: false }),
    hint: null,
    showHint: (hint) => set({ hint }),
    refreshEvery: (seconds) => set({ refreshSec: seconds }),
    ...draftActions(set),
    ...maskActions(set),
    select: (id) => set({ selectedId: id }),
    openTab: (tabsId, tabId) => set({ activeTabs: { ...get().activeTabs, [tabsId]: tabId } }),
    reveal: (id) => set({ activeTabs: withTabsOpenFor(get().history.present.layout, get().activeTabs, id) }),
    refresh: (chartIds) => {
      const counted = chartIds.map((id) => [id, (get().refreshes[id] ?? 0) + 1] as const)
      set({ refreshes: { ...get().refreshes, ...Object.fromEntries(counted) } })
    },
    showFullSize: (id) => set({ fullSizeId: id }),
    toggleDescription: (chartId) =>
      get().applyUnsaved((draft) => {
        const { expandedCharts } = draft.metadata
        const next = { ...expandedCharts, [chartId]: expandedCharts[String(chartId)] !== true }
        return { ...draft, metadata: { ...draft.metadata, expandedCharts: next } }
      }),
    focusedFilterId: null,
    focusFilter: (id) => set({ focusedFilterId: id }),
  }))
}

type SetState = (change: Partial<DashboardState> | ((state: DashboardState) => Partial<DashboardState>)) => void

function draftActions(set: SetState) {
  return {
    edit: (change: (draft: Draft) => Draft, gesture?: string) =>
      set((state) => withHistory(state, commit(state.history, change(state.history.present), gesture ?? null))),
    editLayout: (change: (layout: Layout) => Layout, gesture?: string) =>
      set((state) => {
        const draft = state.history.present
        const layout = change(draft.layout)
        if (layout === draft.layout) return {}
        return withHistory(state, commit(state.history, { ...draft, layout }, gesture ?? null))
      }),
    undo: () => set((state) => withHistory(state, undo(state.history))),
    redo: () => set((state) => withHistory(state, redo(state.history))),
    startEditing: () => set((state) => (state.canEdit ? { isEditing: true } : {})),
    discard: () =>
      set((state) => {
        const { draft, changedOn } = state.newer ?? state
        return { draft, changedOn, newer: null, history: historyOf(draft), isEditing: false, selectedId: null }
      }),
    restore: ({ base, changedOn, draft }: KeptDraft) =>
      set((state) => {
        const isOlder = changedOn !== state.changedOn
        const before = isOlder ? base : state.draft
        const newer = isOlder ? { draft: state.draft, changedOn: state.changedOn } : null
        return { newer, draft: before, changedOn, history: commit(historyOf(before), draft) }
      }),
    rebase: (theirs: Stored, draft: Draft) =>
      set(({ history }) => ({
        draft: theirs.draft,
        changedOn: theirs.changedOn,
        newer: null,
        history: commit(history, draft),
      })),
    markSaved: (draft: Draft, changedOn: string) =>
      set((state) => ({
        draft,
        changedOn,
        newer: null,
        history: historyOf(draft),
        isEditing: false,
        selectedId: null,
        mustSyncColors: state.mustSyncColors || changesColors(state.draft.metadata, draft.metadata),
      })),
    applyUnsaved: (change: (draft: Draft) => Draft) =>
      set((state) => ({
        draft: change(state.draft),
        history: { ...state.history, present: change(state.history.present) },
      })),
  }
}

function maskActions(set: SetState) {
  const step = (change: (history: History<DataMasks>) => History<DataMasks>, more: Partial<DashboardState> = {}) =>
    set((state) => {
      const maskHistory = change(state.maskHistory)
      return { maskHistory, masks: maskHistory.present, ...more }
    })
  return {
    choose: (filter: NativeFilter, mask: DataMask) =>
      set(({ pending, masks }) => ({ pending: withChoice(pending, masks, filter, mask) })),
    applyChoices: () =>
      set(({ maskHistory: before, pending }) => {
        const maskHistory = commit(before, { ...before.present, ...pending })
        return { maskHistory, masks: maskHistory.present, pending: {} }
      }),
    setMask: (mask: DataMask) => {
      set(({ pending }) => ({ pending: withoutChoice(pending, mask.id) }))
      step((history) => commit(history, { ...history.present, [mask.id]: mask }))
    },
    setMasks: (masks: DataMasks) => step((history) => commit(history, masks), { pending: {} }),
    settleMask: (mask: DataMask) =>
      step((history) => ({ ...history, present: { ...history.present, [mask.id]: mask } })),
    /** What waits to be applied is the last thing done. */
    undoMask: () =>
      set(({ maskHistory: before, pending }) => {
        if (Object.keys(pending).length > 0) return { pending: {} }
        const maskHistory = undo(before)
        return { maskHistory, masks: maskHistory.present }
      }),
    redoMask: () => step(redo, { pending: {} }),
  }
}

/** A selection that no longer exists goes to what is left of its parent. */
function withHistory(state: DashboardState, history: History<Draft>): Partial<DashboardState> {
  const { selectedId } = state
  const { layout } = history.present
  if (selectedId === null || layout[selectedId]) return { history }
  const parent = parentOf(state.history.present.layout, selectedId)
  return { history, selectedId: parent && layout[parent.id] && parent.type !== 'GRID' ? parent.id : null }
}

const StoreContext = createContext<DashboardStore | null>(null)
export const DashboardStoreProvider = StoreContext.Provider

export function useDashboardStore(): DashboardStore {
  const store = useContext(StoreContext)
  if (!store) throw new Error('The dashboard store is read outside a dashboard')
  return store
}

export function useDashboard<Slice>(select: (state: DashboardState) => Slice): Slice {
  return useStore(useDashboardStore(), select)
}

/** What is edited and shown. */
export const useDraft = <Slice>(select: (draft: Draft) => Slice): Slice =>
  useDashboard((state) => select(state.history.present))
