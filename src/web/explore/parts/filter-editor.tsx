import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choices.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { columnSign, findColumn } from '../model/fields.ts'
import { type FilterTab, filterOf, openDraft, operatorsFor, withColumn } from '../model/filter-draft.ts'
import { OPERATORS } from '../model/filters.ts'
import type { WireFilter } from '../model/wire.ts'
import { useExplore } from '../store.ts'
import type { DraftProps } from './draft-props.ts'
import { FilterValues } from './filter-values.tsx'
import { TimeRangeEditor } from './time-range-editor.tsx'

interface FilterEditorProps {
  readonly filter: WireFilter | null
  onApply(filter: WireFilter): void
  onRemove?(): void
  onClose(): void
}

/** One filter: values to tick, a condition, or SQL. */
export function FilterEditor({ filter, onApply, onRemove, onClose }: FilterEditorProps) {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  const [draft, setDraft] = useState(() => openDraft(filter, findColumn(dataset, filter?.subject ?? '')))
  const next = filterOf(draft)
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (next === null) return
        onApply(next)
        onClose()
      }}
    >
      <div className="row g2">
        <SegmentedControl<FilterTab>
          label={t('Kind of filter')}
          value={draft.tab}
          onChange={(tab) => setDraft({ ...draft, tab })}
          options={[
            { value: 'values', label: t('Values') },
            { value: 'condition', label: t('Condition') },
            { value: 'sql', label: t('SQL') },
          ]}
        />
        <span className="grow" />
        <IconButton size="sm" label={t('Close')} icon={<IconX />} onClick={onClose} />
      </div>
      {draft.tab !== 'sql' && <ColumnAndOperator draft={draft} onDraft={setDraft} />}
      {draft.tab === 'values' && draft.column && (
        <FilterValues column={draft.column} draft={draft} onDraft={setDraft} />
      )}
      {draft.tab === 'condition' && <Condition draft={draft} onDraft={setDraft} />}
      {draft.tab === 'sql' && <SqlClause draft={draft} onDraft={setDraft} />}
      <div className={styles.editorFoot}>
        {onRemove && (
          <Button
            variant="danger"
            onClick={() => {
              onRemove()
              onClose()
            }}
          >
            {t('Remove')}
          </Button>
        )}
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary" disabled={next === null}>
          {t('Apply')}
        </Button>
      </div>
    </form>
  )
}

function ColumnAndOperator({ draft, onDraft }: DraftProps) {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  const columns = dataset.columns.filter((one) => one.filterable !== false)
  return (
    <div className={styles.pair}>
      <Select
        ariaLabel={t('Column')}
        placeholder={t('Column')}
        searchable
        options={columns.map((one) => ({
          value: one.column_name,
          label: one.verbose_name || one.column_name,
          icon: <span className={styles.sign}>{columnSign(one)}</span>,
        }))}
        value={draft.column?.column_name ?? null}
        onChange={(name) => {
          const column = findColumn(dataset, name)
          if (column) onDraft(withColumn(draft, column))
        }}
      />
      {draft.tab === 'values' ? (
        <Select
          ariaLabel={t('Condition')}
          options={[
            { value: 'in', label: t('is any of') },
            { value: 'out', label: t('is none of') },
          ]}
          value={draft.isExcluding ? 'out' : 'in'}
          onChange={(one) => onDraft({ ...draft, isExcluding: one === 'out' })}
        />
      ) : (
        <Select
          ariaLabel={t('Condition')}
          options={operatorsFor(draft.column).map((one) => ({ value: one.id, label: t(one.label) }))}
          value={draft.operator.id}
          onChange={(id) => onDraft({ ...draft, operator: OPERATORS.find((one) => one.id === id) ?? draft.operator })}
        />
      )}
    </div>
  )
}

function Condition({ draft, onDraft }: DraftProps) {
  const t = useText()
  if (draft.operator.values === 'none') return null
  if (draft.operator.values === 'range')
    return <TimeRangeEditor value={draft.range} onChange={(range) => onDraft({ ...draft, range })} />
  return (
    <TextInput
      label={t('Value')}
      value={draft.text}
      onChange={(text) => onDraft({ ...draft, text })}
      help={draft.operator.operator.includes('LIKE') ? t('% stands for any letters') : undefined}
    />
  )
}

function SqlClause({ draft, onDraft }: DraftProps) {
  const t = useText()
  return (
    <>
      <SegmentedControl
        label={t('Where the SQL stands')}
        value={draft.clause}
        onChange={(clause) => onDraft({ ...draft, clause })}
        options={[
          { value: 'WHERE', label: 'WHERE' },
          { value: 'HAVING', label: 'HAVING' },
        ]}
      />
      <TextArea
        ariaLabel={t('SQL of the filter')}
        rows={5}
        spellCheck={false}
        className="code"
        placeholder={draft.clause === 'WHERE' ? "price > 100 AND country <> 'DE'" : 'COUNT(*) > 10'}
        value={draft.sql}
        onChange={(sql) => onDraft({ ...draft, sql })}
      />
    </>
  )
}
