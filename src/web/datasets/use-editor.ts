import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { type Translate, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { type Draft, draftOf, isChanged } from './model/draft.ts'
import { type EditorTab, type Faults, faultsOf, faultsOfError, standing } from './model/faults.ts'
import { payloadOf } from './model/payload.ts'
import type { WireDataset } from './model/wire.ts'
import { readDataset, saveDataset } from './queries.ts'

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
  /** Somebody else saved the dataset since it was opened: what is stored. */
  readonly conflict: WireDataset | null
  /** Ends the conflict: one's own draft is saved over it, theirs is taken, or nothing happens. */
  readonly settle: (way: 'overwrite' | 'take' | 'wait') => Promise<void>
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
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [conflict, setConflict] = useState<WireDataset | null>(null)
  const take = (next: WireDataset) => {
    const start = draftOf(next)
    setDataset(next)
    setBefore(start)
    setDraft(start)
    setRefusal(null)
  }
  const refuse = (next: Refusal, first: Faults[number] | undefined) => {
    setRefusal(next)
    if (first) showTab(first.tab)
  }
  const send = async (overwrites = false) => {
    setSaving(true)
    try {
      const latest = await readDataset(dataset.id)
      if (!overwrites && latest.changed_on !== dataset.changed_on) return setConflict(latest)
      const next = await saveDataset(dataset.id, payloadOf(draft, dataset))
      take(next)
      toast.success(t('Dataset {{name}} saved', { name: next.table_name }))
      void client.invalidateQueries({ predicate: (query) => query.queryKey[0] !== 'dataset-editor' })
    } catch (error) {
      const told = faultsOfError(error)
      const text = t('Not saved: {{reason}}', { reason: problemMessage(error, t).reason })
      refuse({ faults: told, draft, text }, told[0])
    } finally {
      setSaving(false)
    }
  }
  const save = () => {
    const own = faultsOf(draft, dataset.kind)
    if (own.length === 0) return send()
    refuse({ faults: [], draft, text: null }, own[0])
    return Promise.resolve()
  }
  const settle = async (way: 'overwrite' | 'take' | 'wait') => {
    setConflict(null)
    if (way === 'take' && conflict) take(conflict)
    if (way === 'overwrite') await send(true)
  }
  return {
    conflict,
    settle,
    dataset,
    draft,
    before,
    isReadOnly,
    isDirty: isChanged(draft, before),
    isSaving,
    ...shownOf(refusal, draft, dataset.kind, t),
    tab,
    showTab,
    change: setDraft,
    save,
    revert: () => take(dataset),
  }
}

interface Refusal {
  /** What the server said of fields, and of which draft. */
  readonly faults: Faults
  readonly draft: Draft
  /** The server's words; null when the draft was not sent. */
  readonly text: string | null
}

/** What is still wrong with the draft after a save was refused. */
function shownOf(
  refusal: Refusal | null,
  draft: Draft,
  kind: WireDataset['kind'],
  t: Translate,
): Pick<Editor, 'faults' | 'failure'> {
  if (!refusal) return { faults: [], failure: null }
  const own = faultsOf(draft, kind).map((fault) => ({ ...fault, text: t(fault.text) }))
  const told = standing(refusal.faults, refusal.draft, draft)
  const isAnswered = refusal.faults.length > 0 && told.length === 0
  if (refusal.text !== null && !isAnswered) return { faults: [...told, ...own], failure: refusal.text }
  const count = own.length
  if (count === 0) return { faults: [], failure: null }
  const failure = t('Not saved: {{count}} field needs a change|Not saved: {{count}} fields need a change', { count })
  return { faults: own, failure }
}
