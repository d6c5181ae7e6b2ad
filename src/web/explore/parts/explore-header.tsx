import { IconArrowBackUp, IconArrowForwardUp, IconChevronDown, IconCode, IconShare2 } from '@tabler/icons-react'
import { useContext, useState } from 'react'
import { bootstrap, can, owns } from '../../app/bootstrap.ts'
import { PATHS } from '../../app/places.ts'
import { ChartPropertiesDialog } from '../../data/chart-properties/lazy-chart-properties.tsx'
import { TimeZoneContext } from '../../data/time-zone.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { useCommand } from '../../ui/commands.ts'
import { Badge } from '../../ui/marks.tsx'
import { Menu } from '../../ui/menu.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { usePageTitle } from '../../ui/page-title.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../explore.module.css'
import { hasUnsavedChanges } from '../model/explore-state.ts'
import { permalink } from '../queries.ts'
import { useExplore } from '../store.ts'
import { ReportButton } from './report-button.tsx'
import type { SaveMode } from './save-dialog.tsx'
import { StarButton } from './star-button.tsx'

const { part: SaveDialog } = partAhead(() => import('./save-dialog.tsx').then((m) => m.SaveDialog))
const { part: SqlDrawer } = partAhead(() => import('./sql-drawer.tsx').then((m) => m.SqlDrawer))

/** Name, state and the few things done with a chart as a whole. */
export function ExploreHeader({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  usePageTitle(useExplore((store) => store.slice?.slice_name) || t('New chart'))
  const isUnsaved = useExplore(
    (store) => hasUnsavedChanges(store.state) || store.name !== (store.slice?.slice_name ?? ''),
  )
  const crumbs = [
    { label: t('Charts'), to: PATHS.charts },
    {
      label: dataset.table_name ?? dataset.datasource_name ?? dataset.name,
      to: `${PATHS.explore}?datasource_type=table&datasource_id=${dataset.id}`,
    },
  ]
  return (
    <PageHeader
      crumbs={isReadOnly ? [] : crumbs}
      title={<ChartName isReadOnly={isReadOnly} />}
      actions={isReadOnly ? <ShareButton /> : <Actions />}
    >
      <StarButton />
      {isUnsaved && !isReadOnly && <Badge tone="warn">{t('Unsaved changes')}</Badge>}
    </PageHeader>
  )
}

function ChartName({ isReadOnly }: { isReadOnly: boolean }) {
  const t = useText()
  const name = useExplore((store) => store.name)
  const setName = useExplore((store) => store.setName)
  if (isReadOnly) return name || t('New chart')
  return (
    <span className={styles.name} data-value={name || t('New chart')}>
      <input
        aria-label={t('Name of the chart')}
        placeholder={t('New chart')}
        size={1}
        maxLength={250}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </span>
  )
}

function Actions() {
  const t = useText()
  const history = useExplore((store) => store.state.history)
  const undo = useExplore((store) => store.undo)
  const redo = useExplore((store) => store.redo)
  const [isSqlOpen, setSqlOpen] = useState(false)
  return (
    <>
      <IconButton
        label={t('Undo')}
        keys="Mod+Z"
        icon={<IconArrowBackUp />}
        disabled={history.past.length === 0}
        onClick={undo}
      />
      <IconButton
        label={t('Redo')}
        keys="Mod+Shift+Z"
        icon={<IconArrowForwardUp />}
        disabled={history.future.length === 0}
        onClick={redo}
      />
      <span className="sep" />
      <Button variant="ghost" icon={<IconCode />} onClick={() => setSqlOpen(true)}>
        {t('SQL')}
      </Button>
      <ReportButton />
      {can('can_share_chart', 'Superset') && <ShareButton />}
      <SaveButtons />
      {isSqlOpen && <SqlDrawer onClose={() => setSqlOpen(false)} />}
    </>
  )
}

function ShareButton() {
  const t = useText()
  const form = useExplore((store) => store.state.asked)
  const timeZone = useContext(TimeZoneContext)
  const handleShare = async () => {
    try {
      const url = await permalink(form, timeZone)
      if (await writeClipboard(url)) toast.success(t('Copied to clipboard!'))
      else toast.danger(t('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
    } catch (error) {
      toast.danger(error instanceof Error ? error.message : t('An error occurred'))
    }
  }
  return (
    <Button variant="ghost" icon={<IconShare2 />} onClick={() => void handleShare()}>
      {t('Share')}
    </Button>
  )
}

function SaveButtons() {
  const t = useText()
  const slice = useExplore((store) => store.slice)
  const [mode, setMode] = useState<SaveMode | null>(null)
  const isAllowed = can('can_write', 'Chart')
  const isOwner = slice?.owners.includes(bootstrap().user?.userId ?? -1) ?? false
  const isEditor = isOwner || owns([])
  const [isDescribing, setDescribing] = useState(false)
  const described = useExplore((store) => store.described)
  const open = () => setMode(isOwner ? 'overwrite' : 'new')
  useCommand({
    id: 'explore.save',
    group: t('Chart'),
    label: t('Save chart'),
    keys: 'Mod+S',
    run: open,
    when: () => isAllowed,
  })
  if (!isAllowed) return null
  const whyNot = slice === null ? t('The chart was not saved yet') : t('Only its owners can overwrite this chart')
  const items = [
    {
      label: t('Save'),
      disabledReason: isOwner ? undefined : whyNot,
      onSelect: () => setMode('overwrite'),
    },
    { label: t('Save as…'), onSelect: () => setMode('new') },
    ...(slice !== null
      ? [
          {
            label: t('Properties'),
            disabledReason: isEditor ? undefined : t('Only its owners can change this chart'),
            onSelect: () => setDescribing(true),
          },
          { label: t('Versions'), to: `${PATHS.charts}?edit=${slice.slice_id}` },
        ]
      : []),
  ]
  return (
    <>
      <span className={styles.split}>
        <Button variant="primary" data-tip-keys="Mod+S" onClick={open}>
          {t('Save')}
        </Button>
        <Menu
          label={t('More ways to save')}
          placement="bottom-end"
          trigger={
            <IconButton
              variant="primary"
              label={t('More ways to save')}
              icon={<IconChevronDown className="s" style={{ color: 'var(--on-accent)' }} />}
            />
          }
          items={items}
        />
      </span>
      {isDescribing && slice && (
        <ChartPropertiesDialog
          id={slice.slice_id}
          onClose={() => setDescribing(false)}
          onSaved={({ name, owners }) => described({ slice_name: name.trim(), owners })}
        />
      )}
      {mode && <SaveDialog mode={mode} canOverwrite={isOwner} onClose={() => setMode(null)} />}
    </>
  )
}
