import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type Draft, draftOf, isChanged } from './model/draft.ts'
import { type EditorTab, type Faults, faultsOf, faultsOfError } from './model/faults.ts'
import { payloadOf } from './model/payload.ts'
import type { WireDataset } from './model/wire.ts'
import { saveDataset } from './queries.ts'

/** What every part of the editor is given. */
export interface Editor {
  readonly dataset: WireDataset
  readonly draft: Draft
  readonly before: Draft
  readonly isReadOnly: boolean
  readonly isDirty: boolean
  readonly isSaving: boolean
  readonly faults: Faults
  readonly failure: string | null
  readonly tab: EditorTab
  readonly showTab: (tab: EditorTab) => void
  readonly change: (update: (draft: Draft) => Draft) => void
  readonly save: () => Promise<void>
  readonly revert: () => void
}

export function useEditor(stored: WireDataset, isReadOnly: boolean): Editor {
  const t = useText()
  const client = useQueryClient()
  const [dataset, setDataset] = useState(stored)
  const [before, setBefore] = useState(() => draftOf(stored))
  const [draft, setDraft] = useState(before)
  const [tab, showTab] = useState<EditorTab>('columns')
  const [isSaving, setSaving] = useState(false)
  const [refusal, setRefusal] = useState<{ faults: Faults; text: string | null }>(NONE)
  const take = (next: WireDataset) => {
    const start = draftOf(next)
    setDataset(next)
    setBefore(start)
    setDraft(start)
    setRefusal(NONE)
  }
  const refuse = (faults: Faults, text: string) => {
    setRefusal({ faults, text })
    const [first] = faults
    if (first) showTab(first.tab)
  }
  const save = async () => {
    const own = faultsOf(draft, dataset.kind)
    if (own.length > 0) {
      refuse(
        own.map((fault) => ({ ...fault, text: t(fault.text) })),
        t('Not saved: {{count}} field needs a change|Not saved: {{count}} fields need a change', { count: own.length }),
      )
      return
    }
    setSaving(true)
    try {
      const next = await saveDataset(dataset.id, payloadOf(draft, dataset))
      take(next)
      toast.success(t('Dataset {{name}} saved', { name: next.table_name }))
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'dataset-editor' })
    } catch (error) {
      const problem = problemMessage(error, t)
      refuse(faultsOfError(error), t('Not saved: {{reason}}', { reason: problem.reason }))
    } finally {
      setSaving(false)
    }
  }
  return {
    dataset,
    draft,
    before,
    isReadOnly,
    isDirty: isChanged(draft, before),
    isSaving,
    faults: refusal.faults,
    failure: refusal.text,
    tab,
    showTab,
    change: setDraft,
    save,
    revert: () => take(dataset),
  }
}

const NONE = { faults: [], text: null } as const
