import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { bootstrap } from '../../app/bootstrap.ts'
import { chartPath, dashboardPath } from '../../app/places.ts'
import { HttpError } from '../../data/http.ts'
import { usePages } from '../../data/list.ts'
import { pathInTimeZone, TimeZoneContext } from '../../data/time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useNavigate } from '../../ui/router.tsx'
import { MultiSelect } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../explore.module.css'
import { saveRequest } from '../model/saving.ts'
import { createDashboard, dashboardsPages, readDashboardsOf, saveChart } from '../queries.ts'
import { useExplore, useForm } from '../store.ts'

export type SaveMode = 'overwrite' | 'new'

interface SaveDialogProps {
  readonly mode: SaveMode
  readonly canOverwrite: boolean
  onClose(): void
}

/** Saves over the chart or as another one, and puts it on further dashboards. */
export function SaveDialog({ mode: first, canOverwrite, onClose }: SaveDialogProps) {
  const t = useText()
  const slice = useExplore((store) => store.slice)
  const draftName = useExplore((store) => store.name)
  const [mode, setMode] = useState<SaveMode>(first)
  const [name, setName] = useState(draftName)
  const [boards, setBoards] = useState<readonly string[]>([])
  const save = useSave(mode, name, boards, onClose)
  const isNameless = name.trim() === ''
  return (
    <Dialog
      title={t('Save chart')}
      onClose={onClose}
      onSubmit={() => {
        if (!isNameless) save.mutate(false)
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <span className="grow" />
          <Button
            disabled={isNameless || boards.length === 0}
            loading={save.isPending && save.variables}
            onClick={() => save.mutate(true)}
          >
            {t('Save and go to dashboard')}
          </Button>
          <Button type="submit" variant="primary" disabled={isNameless} loading={save.isPending && !save.variables}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {slice && (
          <RadioGroup
            label={t('How to save')}
            value={mode}
            onChange={setMode}
            options={[
              {
                value: 'overwrite',
                label: t('Save over “{{name}}”', { name: slice.slice_name }),
                disabled: !canOverwrite,
              },
              { value: 'new', label: t('Save as another chart') },
            ]}
          />
        )}
        {slice && !canOverwrite && <p className="c3">{t('Only its owners can overwrite this chart')}</p>}
        <TextInput label={t('Chart name')} value={name} onChange={setName} maxLength={250} autoFocus />
        <DashboardPicker value={boards} onChange={setBoards} />
        {save.error && (
          <p className="cd" role="alert">
            {t('Failed to save slice')}:{' '}
            {isForbidden(save.error) ? t('You do not have permission to edit this chart') : save.error.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const isForbidden = (error: Error) =>
  (error instanceof HttpError && error.status === 403) || error.message === 'Forbidden'

/** Names that are typed in are dashboards to be made. */
const NEW = 'new:'

function DashboardPicker({
  value,
  onChange,
}: {
  value: readonly string[]
  onChange: (value: readonly string[]) => void
}) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { rows, error, isFetching, more } = usePages(dashboardsPages(search))
  const known = rows.map((one) => ({ value: String(one.id), label: one.dashboard_title }))
  const made = value.filter((one) => one.startsWith(NEW)).map((one) => ({ value: one, label: one.slice(NEW.length) }))
  const options = [...new Map([...made, ...known].map((one) => [one.value, one])).values()]
  return (
    <MultiSelect
      label={t('Add to dashboards')}
      optional
      placeholder={t('Pick a dashboard or type a new name')}
      searchable
      options={options}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      onMore={more}
      valueFrom={(text) => `${NEW}${text}`}
      isLoading={isFetching}
      error={error ? t('fetching dashboards failed for {{user}}', { user: bootstrap().user?.userId ?? '' }) : undefined}
    />
  )
}

function useSave(mode: SaveMode, name: string, boards: readonly string[], onClose: () => void) {
  const t = useText()
  const form = useForm()
  const slice = useExplore((store) => store.slice)
  const markSaved = useExplore((store) => store.saved)
  const client = useQueryClient()
  const navigate = useNavigate()
  const timeZone = useContext(TimeZoneContext)
  const isSame = mode === 'overwrite' && slice !== null
  const userId = bootstrap().user?.userId
  const owners = isSame ? slice.owners : userId === undefined ? [] : [userId]
  return useMutation({
    mutationFn: async (_goThere: boolean) => {
      const target = isSame ? slice.slice_id : null
      const kept = target === null ? [] : await readDashboardsOf(target)
      const added = await Promise.all(
        boards.map((one) => (one.startsWith(NEW) ? createDashboard(one.slice(NEW.length)) : Number(one))),
      )
      const dashboards = [...new Set([...kept, ...added])]
      const saved = await saveChart(target, saveRequest(form, name.trim(), { dashboards, owners }))
      return { id: saved.id, added }
    },
    onSuccess: ({ id, added }, goThere) => {
      markSaved({ ...(isSame ? slice : {}), slice_id: id, slice_name: name.trim(), owners }, form)
      toast.success(
        isSame
          ? t('Chart “{{name}}” was overwritten', { name: name.trim() })
          : t('Chart “{{name}}” was saved', { name: name.trim() }),
      )
      onClose()
      client.invalidateQueries({ queryKey: ['chart'] }).catch(() => undefined)
      const [board] = added
      if (goThere && board !== undefined) void navigate(dashboardPath(board))
      else history.replaceState(history.state, '', pathInTimeZone(chartPath(id), timeZone))
    },
  })
}
