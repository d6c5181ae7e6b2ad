import type { FilterDraft } from '../model/filter-draft.ts'

/** What every part of the filter editor gets. */
export interface DraftProps {
  readonly draft: FilterDraft
  onDraft(draft: FilterDraft): void
}
