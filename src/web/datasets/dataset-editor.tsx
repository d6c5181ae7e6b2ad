import { IconChartBar, IconCode, IconDeviceFloppy, IconTable } from '@tabler/icons-react'
import { datasetPath, mayExplore, PATHS } from '../app/places.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { useCommand } from '../ui/commands.ts'
import { Badge } from '../ui/marks.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { useText } from '../ui/text.ts'
import { useUnsaved } from '../ui/unsaved.ts'
import styles from './datasets.module.css'
import type { EditorTab } from './model/faults.ts'
import type { WireDataset } from './model/wire.ts'
import { CalculatedTab } from './parts/calculated-tab.tsx'
import { ColumnsTab } from './parts/columns-tab.tsx'
import { ConflictDialog } from './parts/conflict-dialog.tsx'
import { Facts } from './parts/facts.tsx'
import { MetricsTab } from './parts/metrics-tab.tsx'
import { EditorNotice } from './parts/notice.tsx'
import { SettingsTab } from './parts/settings-tab.tsx'
import { SourceTab } from './parts/source-tab.tsx'
import { type Editor, useEditor } from './use-editor.ts'

const panelId = (tab: EditorTab) => `dataset-${tab}`

export function DatasetEditor({ stored, isReadOnly }: { stored: WireDataset; isReadOnly: boolean }) {
  const editor = useEditor(stored, isReadOnly)
  useUnsaved(editor.isDirty)
  return (
    <main className="main">
      <EditorHeader editor={editor} />
      <Facts editor={editor} />
      <EditorNotice editor={editor} />
      <EditorTabs editor={editor} />
      <ConflictDialog editor={editor} />
      <div className={styles.panel} role="tabpanel" id={panelId(editor.tab)}>
        <Panel editor={editor} />
      </div>
    </main>
  )
}

function EditorHeader({ editor }: { editor: Editor }) {
  const t = useText()
  const { dataset, isDirty, isReadOnly, isSaving } = editor
  useCommand({
    id: 'dataset.save',
    group: t('Dataset'),
    label: t('Save dataset'),
    keys: 'Mod+S',
    run: () => void editor.save(),
    when: () => isDirty && !isReadOnly && !isSaving,
  })
  const isQuery = dataset.kind === 'virtual'
  return (
    <PageHeader
      title={dataset.table_name}
      crumbs={[{ label: t('Datasets'), to: PATHS.datasets }]}
      actions={
        <>
          {mayExplore() && (
            <span className="wide-only">
              <LinkButton icon={<IconChartBar aria-hidden />} to={datasetPath(dataset.id)}>
                {t('Explore')}
              </LinkButton>
            </span>
          )}
          {isDirty && (
            <Button variant="ghost" onClick={editor.revert}>
              {t('Revert')}
            </Button>
          )}
          {!isReadOnly && (
            <Button
              variant="primary"
              icon={<IconDeviceFloppy aria-hidden />}
              loading={isSaving}
              disabledReason={isDirty ? undefined : t('Nothing has changed')}
              onClick={() => void editor.save()}
            >
              {t('Save')}
            </Button>
          )}
        </>
      }
    >
      <Badge icon={isQuery ? <IconCode className="s" aria-hidden /> : <IconTable className="s" aria-hidden />}>
        {isQuery ? t('Query') : t('Table')}
      </Badge>
    </PageHeader>
  )
}

function EditorTabs({ editor }: { editor: Editor }) {
  const t = useText()
  const columns = editor.draft.columns.filter((column) => !column.isRemoved)
  const calculated = columns.filter((column) => column.isCalculated).length
  const metrics = editor.draft.metrics.filter((metric) => !metric.isRemoved).length
  return (
    <div className={styles.tabs}>
      <Tabs
        label={t('Parts of the dataset')}
        value={editor.tab}
        onChange={editor.showTab}
        panelId={panelId}
        tabs={[
          { value: 'source', label: t('Source') },
          { value: 'columns', label: t('Columns'), count: columns.length - calculated },
          { value: 'calculated', label: t('Calculated columns'), count: calculated },
          { value: 'metrics', label: t('Metrics'), count: metrics },
          { value: 'settings', label: t('Settings') },
        ]}
      />
    </div>
  )
}

function Panel({ editor }: { editor: Editor }) {
  switch (editor.tab) {
    case 'source':
      return <SourceTab editor={editor} />
    case 'columns':
      return <ColumnsTab editor={editor} />
    case 'calculated':
      return <CalculatedTab editor={editor} />
    case 'metrics':
      return <MetricsTab editor={editor} />
    case 'settings':
      return <SettingsTab editor={editor} />
  }
}
