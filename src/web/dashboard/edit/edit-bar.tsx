import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconPencil,
  IconSettings,
} from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { isFilter } from '../../../query/data-mask/filter-config.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { useCommand } from '../../ui/commands.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { formatClock } from '../../ui/format.ts'
import { Badge, Kbd } from '../../ui/marks.tsx'
import { type Translate, text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { FilterConfigDialog, PropertiesDialog } from '../lazy-dialogs.tsx'
import { HISTORY_LIMIT, hasUnsavedChanges } from '../model/history.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { TitleField } from './title-field.tsx'
import { useKeptDraft } from './use-kept-draft.ts'
import { useSave } from './use-save.tsx'

/** The header while a dashboard is edited. */
export function EditBar() {
  const t = useText()
  const [dialog, setDialog] = useState<'filters' | 'properties' | 'discard' | null>(null)
  const changes = useDashboard((state) => state.history.past.length)
  const redoable = useDashboard((state) => state.history.future.length)
  const isUnsaved = useDashboard((state) => hasUnsavedChanges(state.history))
  const filterCount = useDraft((draft) => draft.metadata.filters.filter(isFilter).length)
  const { undo, redo, discard } = useDashboardStore().getState()
  const { save, isSaving, confirmation } = useSave()
  useEditCommands(save)
  useUndoWarning()
  const keptAt = useKeptDraft()
  const close = () => setDialog(null)
  return (
    <header className="bar dash-edit-bar">
      <Badge tone="accent" icon={<IconPencil aria-hidden />}>
        {t('Editing')}
      </Badge>
      <h1>
        <TitleField />
      </h1>
      <span className="t2 c3 nw">{isUnsaved ? changesText(changes, keptAt, t) : t('Nothing is changed')}</span>
      <span className="grow" />
      <IconButton
        label={t('Undo')}
        keys="Mod+Z"
        icon={<IconArrowBackUp aria-hidden />}
        disabled={changes === 0}
        onClick={undo}
      />
      <IconButton
        label={t('Redo')}
        keys="Mod+Shift+Z"
        icon={<IconArrowForwardUp aria-hidden />}
        disabled={redoable === 0}
        onClick={redo}
      />
      <Button variant="ghost" icon={<IconAdjustmentsHorizontal aria-hidden />} onClick={() => setDialog('filters')}>
        {t('Filters')}
        <span className="c3">{filterCount}</span>
      </Button>
      <Button variant="ghost" icon={<IconSettings aria-hidden />} onClick={() => setDialog('properties')}>
        {t('Properties')}
      </Button>
      <span className="sep" />
      <Button onClick={() => (isUnsaved ? setDialog('discard') : discard())}>{t('Discard')}</Button>
      <Button variant="primary" loading={isSaving} disabled={!isUnsaved} onClick={() => void save()}>
        {t('Save')}
        <Kbd keys="Mod+S" />
      </Button>
      {dialog === 'filters' && <FilterConfigDialog onClose={close} />}
      {dialog === 'properties' && <PropertiesDialog onClose={close} />}
      {dialog === 'discard' && (
        <ConfirmDialog
          title={t('Discard the changes')}
          confirmLabel={t('Discard')}
          danger
          onConfirm={discard}
          onClose={close}
        >
          <p>{t('{{count}} change is lost.|{{count}} changes are lost.', { count: changes })}</p>
        </ConfirmDialog>
      )}
      {confirmation}
    </header>
  )
}

function changesText(changes: number, keptAt: number | null, t: Translate): string {
  const counted = changes > 0 ? t('{{count}} change|{{count}} changes', { count: changes }) : null
  const kept = keptAt === null ? null : t('Draft kept {{time}}', { time: formatClock(keptAt) })
  return [kept, counted].filter(Boolean).join(' · ')
}

/** Says once when the first changes leave the history, whatever kind of change it was. */
function useUndoWarning(): void {
  const isExceeded = useDashboard((state) => state.history.isExceeded)
  useEffect(() => {
    if (!isExceeded) return
    toast.warning(
      text('All {{count}} undo slots are used. Earlier changes can no longer be undone; saving starts afresh.', {
        count: HISTORY_LIMIT,
      }),
    )
  }, [isExceeded])
}

function useEditCommands(save: () => Promise<void>): void {
  const t = useText()
  const store = useDashboardStore()
  const group = t('Dashboard')
  const isEditing = () => store.getState().isEditing
  useCommand({
    id: 'dashboard.save',
    label: t('Save the dashboard'),
    group,
    keys: 'Mod+S',
    run: () => void save(),
    when: isEditing,
  })
  useCommand({
    id: 'dashboard.undo',
    label: t('Undo'),
    group,
    keys: 'Mod+Z',
    run: () => store.getState().undo(),
    when: isEditing,
  })
  useCommand({
    id: 'dashboard.redo',
    label: t('Redo'),
    group,
    keys: 'Mod+Shift+Z',
    run: () => store.getState().redo(),
    when: isEditing,
  })
}
