import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { syncedWithLayout } from '../../../query/dashboard/chart-configuration.ts'
import { savedTitle } from '../../../query/dashboard/title.ts'
import { HttpError } from '../../data/http.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatAgo } from '../../ui/format.ts'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { confirmsOverwriting, hasRoleAccess } from '../features.ts'
import { type Draft, isTooLarge, savePayload } from '../model/draft.ts'
import { hasUnsavedChanges } from '../model/history.ts'
import { type OverwrittenValue, overwrittenValues } from '../model/overwritten.ts'
import type { WireDashboard } from '../model/wire.ts'
import { dashboardCalls, dashboardQuery } from '../queries.ts'
import { dashboardSaveFailure } from '../save-failure.ts'
import { useDashboardStore } from '../store.ts'

/** Saves the dashboard. When someone else saved it in the meantime, asks first. */
export function useSave(): { save: () => Promise<void>; isSaving: boolean; confirmation: ReactNode } {
  const t = useText()
  const store = useDashboardStore()
  const queryClient = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [other, setOther] = useState<WireDashboard | null>(null)

  const ask = (latest: WireDashboard) => {
    setOther(latest)
    toast.warning(text('Please confirm the overwrite values.'))
  }
  const readLatest = () =>
    queryClient.fetchQuery({ ...dashboardQuery(String(store.getState().dashboardId)), staleTime: 0 })

  /** Asks again when somebody else was faster. */
  const write = async (seen: string) => {
    try {
      await writeOver(confirmsOverwriting() ? seen : null)
    } catch (error) {
      if (!(error instanceof HttpError) || error.status !== 409) throw error
      ask(await readLatest())
    }
  }

  const writeOver = async (seen: string | null) => {
    const { dashboardId, markSaved } = store.getState()
    const draft = draftToSave(store.getState().history.present)
    await dashboardCalls.save(dashboardId, savePayload(draft, { hasRoleAccess: hasRoleAccess() }), seen)
    const saved = await readLatest()
    queryClient.setQueriesData<WireDashboard>(
      { queryKey: ['dashboard'], predicate: ({ queryKey }) => queryKey.length === 2 },
      (before) => (before?.id === saved.id ? saved : before),
    )
    markSaved(draft, saved.changed_on)
    await queryClient.invalidateQueries({ queryKey: ['dashboard'], refetchType: 'none' })
    toast.success(text('This dashboard was saved successfully.'))
  }

  const save = async () => {
    if (isSaving || !hasUnsavedChanges(store.getState().history)) return
    setSaving(true)
    try {
      const { changedOn, history } = store.getState()
      if (isTooLarge(history.present)) {
        toast.danger(text('The layout is too large to be saved. Remove some tiles, or move them to another dashboard.'))
        return
      }
      const latest = await readLatest()
      if (latest.changed_on !== changedOn && confirmsOverwriting()) ask(latest)
      else await write(latest.changed_on)
    } catch (error) {
      toast.danger(dashboardSaveFailure(error))
    } finally {
      setSaving(false)
    }
  }

  const handleOverwrite = (seen: string) =>
    write(seen).catch((error: unknown) => void toast.danger(dashboardSaveFailure(error)))

  const confirmation = other && (
    <ConfirmDialog
      title={t('Overwrite the changes of someone else')}
      confirmLabel={t('Overwrite')}
      danger
      onConfirm={() => handleOverwrite(other.changed_on)}
      onClose={() => setOther((now) => (now === other ? null : now))}
    >
      <p>
        {t('{{name}} saved this dashboard {{when}}, after you opened it. Saving replaces that version.', {
          name: other.changed_by_name || t('Someone'),
          when: formatAgo(other.changed_on, Date.now()),
        })}
      </p>
      <OverwrittenValues values={overwrittenValues(store.getState().history.present, other)} />
    </ConfirmDialog>
  )
  return { save, isSaving, confirmation }
}

function OverwrittenValues({ values }: { values: readonly OverwrittenValue[] }) {
  const t = useText()
  if (values.length === 0) return null
  return (
    <table className="dash-overwritten">
      <thead>
        <tr>
          <th scope="col">{t('Setting')}</th>
          <th scope="col">{t('Theirs')}</th>
          <th scope="col">{t('Yours')}</th>
        </tr>
      </thead>
      <tbody>
        {values.map((value) => (
          <tr key={value.name}>
            <th scope="row">{value.name}</th>
            <td>{value.theirs}</td>
            <td>{value.yours}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function draftToSave(draft: Draft): Draft {
  const title = savedTitle(draft.properties.title)
  return {
    ...draft,
    metadata: syncedWithLayout(draft.metadata, draft.layout),
    properties: { ...draft.properties, title },
  }
}
