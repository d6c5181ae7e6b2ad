import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choices.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { columnSign } from '../model/fields.ts'
import { AGGREGATES, type Aggregate, simpleMetric, sqlMetric } from '../model/metrics.ts'
import type { WireMetric } from '../model/wire.ts'
import { useExplore } from '../store.ts'

interface MetricEditorProps {
  readonly metric: WireMetric | null
  onApply(metric: WireMetric): void
  onCancel(): void
}
type Mode = 'saved' | 'simple' | 'sql'

const AGGREGATE_LABELS: Readonly<Record<Aggregate, string>> = {
  SUM: 'Sum',
  AVG: 'Mean',
  COUNT: 'Count',
  COUNT_DISTINCT: 'Distinct count',
  MIN: 'Minimum',
  MAX: 'Maximum',
}

/** A metric of the dataset, an aggregate of a column, or SQL. */
export function MetricEditor({ metric, onApply, onCancel }: MetricEditorProps) {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  const draft = useDraft(metric, dataset.metrics.length > 0)
  const next = draft.build()
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (next !== null) onApply(next)
      }}
    >
      <SegmentedControl<Mode>
        label={t('Kind of metric')}
        value={draft.mode}
        onChange={draft.setMode}
        options={[
          { value: 'saved', label: t('Saved'), disabled: dataset.metrics.length === 0 },
          { value: 'simple', label: t('Aggregate') },
          { value: 'sql', label: t('SQL') },
        ]}
      />
      {draft.mode === 'saved' && (
        <Select
          label={t('Metric')}
          searchable
          options={dataset.metrics.map((one) => ({
            value: one.metric_name,
            label: one.verbose_name || one.metric_name,
            hint: one.expression,
          }))}
          value={draft.saved}
          onChange={draft.setSaved}
        />
      )}
      {draft.mode === 'simple' && (
        <>
          <Select
            label={t('Column')}
            searchable
            options={dataset.columns.map((one) => ({
              value: one.column_name,
              label: one.verbose_name || one.column_name,
              icon: <span className={styles.sign}>{columnSign(one)}</span>,
            }))}
            value={draft.column}
            onChange={draft.setColumn}
          />
          <Select
            label={t('Aggregate')}
            options={AGGREGATES.map((one) => ({ value: one, label: t(AGGREGATE_LABELS[one]) }))}
            value={draft.aggregate}
            onChange={draft.setAggregate}
          />
        </>
      )}
      {draft.mode === 'sql' && (
        <TextArea
          label={t('SQL of the metric')}
          rows={4}
          spellCheck={false}
          className="code"
          placeholder="SUM(price) / COUNT(*)"
          value={draft.sql}
          onChange={draft.setSql}
        />
      )}
      {draft.mode !== 'saved' && (
        <TextInput label={t('Label')} optional value={draft.label} onChange={draft.setLabel} />
      )}
      <div className={styles.editorFoot}>
        <span className="grow" />
        <Button variant="ghost" onClick={onCancel}>
          {t('Cancel')}
        </Button>
        <Button type="submit" variant="primary" disabled={next === null}>
          {t('Apply')}
        </Button>
      </div>
    </form>
  )
}

function useDraft(metric: WireMetric | null, hasSaved: boolean) {
  const simple = typeof metric === 'object' && metric?.expressionType === 'SIMPLE' ? metric : null
  const own = typeof metric === 'object' && metric?.expressionType === 'SQL' ? metric : null
  const [mode, setMode] = useState<Mode>(firstMode(metric, hasSaved))
  const [saved, setSaved] = useState<string | null>(typeof metric === 'string' ? metric : null)
  const [column, setColumn] = useState<string | null>(simple?.column.column_name ?? null)
  const [aggregate, setAggregate] = useState<Aggregate>((simple?.aggregate as Aggregate | undefined) ?? 'SUM')
  const [sql, setSql] = useState(own?.sqlExpression ?? '')
  const [label, setLabel] = useState(() => (typeof metric === 'object' && metric?.hasCustomLabel ? metric.label : ''))
  const build = (): WireMetric | null => {
    if (mode === 'saved') return saved
    if (mode === 'simple') return column === null ? null : simpleMetric(column, aggregate, label)
    return sql.trim() === '' ? null : sqlMetric(sql.trim(), label)
  }
  return {
    mode,
    setMode,
    saved,
    setSaved,
    column,
    setColumn,
    aggregate,
    setAggregate,
    sql,
    setSql,
    label,
    setLabel,
    build,
  }
}

function firstMode(metric: WireMetric | null, hasSaved: boolean): Mode {
  if (typeof metric === 'object' && metric !== null) return metric.expressionType === 'SQL' ? 'sql' : 'simple'
  return hasSaved || metric !== null ? 'saved' : 'simple'
}
