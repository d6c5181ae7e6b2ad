import { useEffect, useState } from 'react'
import { formatDateTime } from '../../ui/format.ts'
import { keepText, keptText } from '../../ui/kept.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { draftKey } from '../draft-key.ts'
import { hasUnsavedChanges } from '../model/history.ts'
import { keptDraft, storedDraft } from '../model/kept-draft.ts'
import { isSameValue } from '../model/same-value.ts'
import { wireOf } from '../model/wire-of.ts'
import { type DashboardStore, useDashboardStore } from '../store.ts'

const REST_MS = 300

/** Keeps what is not saved yet in this browser, and brings back what it kept before. Says when it was kept last. */
export function useKeptDraft(): number | null {
  const store = useDashboardStore()
  const [keptAt, setKeptAt] = useState<number | null>(null)
  useEffect(() => {
    bringBack(store)
    return keepChanges(store, setKeptAt)
  }, [store])
  return keptAt
}

function bringBack(store: DashboardStore): void {
  const { dashboardId, history, restore } = store.getState()
  const kept = keptDraft(keptText(draftKey(dashboardId)))
  if (kept === null || hasUnsavedChanges(history)) return
  const { isPublished } = history.present.properties
  const draft = { ...kept.draft, properties: { ...kept.draft.properties, isPublished } }
  if (isSameValue(wireOf(draft), wireOf(history.present))) return
  restore({ ...kept, draft })
  toast.info(text('Your changes of {{time}} are back. They are not saved yet.', { time: formatDateTime(kept.keptAt) }))
}

function keepChanges(store: DashboardStore, onKept: (at: number | null) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    onKept(keepNow(store))
  }
  const keepWaiting = () => {
    if (timer !== undefined) keep()
  }
  if (hasUnsavedChanges(store.getState().history)) keep()
  const forget = store.subscribe((state, before) => {
    if (state.history === before.history && state.changedOn === before.changedOn) return
    if (!hasUnsavedChanges(state.history)) keep()
    else timer ??= setTimeout(keep, REST_MS)
  })
  globalThis.addEventListener('pagehide', keepWaiting)
  document.addEventListener('visibilitychange', keepWaiting)
  return () => {
    keepWaiting()
    forget()
    globalThis.removeEventListener('pagehide', keepWaiting)
    document.removeEventListener('visibilitychange', keepWaiting)
  }
}

/** Null when there is nothing to keep, or where the browser keeps nothing. */
function keepNow(store: DashboardStore): number | null {
  const { dashboardId, draft: base, changedOn, history } = store.getState()
  const keptAt = hasUnsavedChanges(history) ? Date.now() : null
  const stored = keptAt && storedDraft({ keptAt, base, changedOn, draft: history.present })
  return keepText(draftKey(dashboardId), stored || null) ? keptAt : null
}
