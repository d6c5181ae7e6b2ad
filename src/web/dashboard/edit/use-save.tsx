import { type ReactNode, useState } from 'react'
import { HttpError } from '../../data/http.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { confirmsOverwriting } from '../features.ts'
import { OverwriteDialog } from '../lazy-dialogs.tsx'
import { type Draft, isTooLarge } from '../model/draft.ts'
import { hasUnsavedChanges } from '../model/history.ts'
import { mergeDrafts } from '../model/merge.ts'
import { isSameValue } from '../model/same-value.ts'
import type { WireDashboard } from '../model/wire.ts'
import { wireOf } from '../model/wire-of.ts'
import { dashboardSaveFailure } from '../save-failure.ts'
import { useDashboardStore } from '../store.ts'
import { readStored, storedAsDraft, writeDraft } from './write-draft.ts'

/** What somebody else saved. */
interface Other {
  readonly draft: Draft
  readonly by: string
  readonly changedOn: string
}

/** Saves the dashboard. Where that would take back what someone else saved in the meantime, asks first. */
export function useSave(): { save: () => Promise<void>; isSaving: boolean; confirmation: ReactNode } {
  const store = useDashboardStore()
  const [isSaving, setSaving] = useState(false)
  const [other, setOther] = useState<Other | null>(null)

  const askOrWrite = async (stored: WireDashboard) => {
    const draft = await storedAsDraft(stored)
    if (isSameValue(wireOf(store.getState().draft), wireOf(draft))) return write(stored.changed_on)
    setOther({ draft, by: stored.changed_by_name ?? '', changedOn: stored.changed_on })
    toast.warning(text('Please confirm the overwrite values.'))
  }

  /** Asks again when somebody else was faster. */
  const write = async (seen: string) => {
    try {
      await writeDraft(store, confirmsOverwriting() ? seen : null)
      toast.success(text('This dashboard was saved successfully.'))
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 409) throw error
      await askOrWrite(await readStored(store.getState().dashboardId))
    }
  }

  const save = async () => {
    const { dashboardId, changedOn, history } = store.getState()
    if (isSaving || !hasUnsavedChanges(history)) return
    if (isTooLarge(history.present)) {
      toast.danger(text('The layout is too large to be saved. Remove some tiles, or move them to another dashboard.'))
      return
    }
    setSaving(true)
    try {
      const stored = await readStored(dashboardId)
      if (stored.changed_on !== changedOn && confirmsOverwriting()) await askOrWrite(stored)
      else await write(stored.changed_on)
    } catch (error) {
      toast.danger(dashboardSaveFailure(error))
    } finally {
      setSaving(false)
    }
  }

  const answer = async (asked: Other) => {
    await write(asked.changedOn).catch((error: unknown) => void toast.danger(dashboardSaveFailure(error)))
    setOther((now) => (now === asked ? null : now))
  }

  /** What was saved counts as begun with from here on, so that undoing takes back nothing of it. */
  const keepBoth = (asked: Other) => {
    const { draft: base, history, rebase } = store.getState()
    rebase(asked, mergeDrafts(base, history.present, asked.draft))
    return answer(asked)
  }

  const confirmation = other && (
    <OverwriteDialog
      key={other.changedOn}
      theirs={other.draft}
      by={other.by}
      changedOn={other.changedOn}
      onOverwrite={() => answer(other)}
      onKeepBoth={() => keepBoth(other)}
      onClose={() => setOther(null)}
    />
  )
  return { save, isSaving, confirmation }
}
