import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { randomUuid } from '../../../kernel/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable, type TableColumn } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Translate, useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { addMetric, changeMetric, type MetricDraft, newMetric, removeMetric } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import type { Editor } from '../use-editor.ts'
import { MetricDrawer } from './metric-drawer.tsx'
import { rowActions } from './row-actions.tsx'
import { RowLabel } from './row-label.tsx'
import { RowName } from './row-name.tsx'

export function MetricsTab({ editor }: { editor: Editor }) {
  const t = useText()
  const [openKey, setOpenKey] = useState<string | null>(null)
  const { metrics } = editor.draft
  const opened = metrics.find((metric) => metric.key === openKey)
  const handleAdd = () => {
    const key = `added-${randomUuid()}`
    editor.change((draft) => addMetric(draft, newMetric(key)))
    setOpenKey(key)
  }
  const add = !editor.isReadOnly && (
    <Button icon={<IconPlus aria-hidden />} onClick={handleAdd}>
      {t('Add metric')}
    </Button>
  )
  return (
    <>
      {metrics.length > 0 ? (
        <>
          <div className={styles.tool}>
            <span className="grow" />
            {add}
          </div>
          <MetricTable editor={editor} onOpen={setOpenKey} />
        </>
      ) : (
        <EmptyState centred title={t('No metrics')} action={add}>
          {t('An aggregate with a name, such as SUM(amount), that every chart of the dataset can use.')}
        </EmptyState>
      )}
      {opened && <MetricDrawer editor={editor} metric={opened} onClose={() => setOpenKey(null)} />}
    </>
  )
}

function MetricTable({ editor, onOpen }: { editor: Editor; onOpen: (key: string) => void }) {
  const t = useText()
  const setRemoved = (metric: MetricDraft, isRemoved: boolean) =>
    editor.change((draft) =>
      isRemoved ? removeMetric(draft, metric.key) : changeMetric(draft, metric.key, { isRemoved: false }),
    )
  const actionsOf = (metric: MetricDraft) =>
    rowActions(
      {
        isRemoved: metric.isRemoved,
        onOpen: () => onOpen(metric.key),
        onRemove: () => setRemoved(metric, true),
        onRestore: () => setRemoved(metric, false),
      },
      t,
    )
  return (
    <DataTable
      label={t('Metrics')}
      size="lg"
      rows={editor.draft.metrics}
      rowKey={(metric) => metric.key}
      rowName={(metric) => metric.name}
      onOpen={(metric) => onOpen(metric.key)}
      {...(!editor.isReadOnly && {
        onDelete: (metric: MetricDraft) => setRemoved(metric, !metric.isRemoved),
        rowActions: actionsOf,
      })}
      columns={metricColumns(editor, t, onOpen)}
    />
  )
}

function metricColumns(editor: Editor, t: Translate, open: (key: string) => void): readonly TableColumn<MetricDraft>[] {
  const faultOf = ({ key }: MetricDraft) =>
    faultAt(editor.faults, `${key}.name`) ?? faultAt(editor.faults, `${key}.expression`)
  return [
    {
      id: 'name',
      header: t('Name'),
      cell: (metric) => <RowName row={metric} fault={faultOf(metric)} onOpen={() => open(metric.key)} />,
    },
    {
      id: 'verbose',
      header: t('Label'),
      width: 220,
      wideOnly: true,
      cell: (metric) => (
        <RowLabel
          row={metric}
          isClosed={editor.isReadOnly || metric.isRemoved}
          onChange={(verboseName) => editor.change((draft) => changeMetric(draft, metric.key, { verboseName }))}
        />
      ),
    },
    {
      id: 'expression',
      header: t('Expression'),
      width: '40%',
      cell: (metric) => <span className={`mono c2 ${styles.clip}`}>{metric.expression}</span>,
    },
    {
      id: 'format',
      header: t('Format'),
      width: 132,
      wideOnly: true,
      cell: (metric) => (
        <span className="c2">
          <span className="mono">{metric.format}</span> {metric.currencySymbol}
        </span>
      ),
    },
  ]
}
