import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choices.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { ListBox } from '../../ui/list-box.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { columnSign } from '../model/fields.ts'
import type { WireColumn } from '../model/wire.ts'
import { useExplore } from '../store.ts'

interface ColumnEditorProps {
  readonly column: WireColumn | null
  readonly timeOnly: boolean
  onPick(column: WireColumn): void
}

/** A column of the dataset, or SQL. */
export function ColumnEditor({ column, timeOnly, onPick }: ColumnEditorProps) {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  const own = typeof column === 'object' ? column : null
  const [mode, setMode] = useState<'column' | 'sql'>(own === null ? 'column' : 'sql')
  const columns = dataset.columns.filter((one) => !timeOnly || one.is_dttm)
  return (
    <div className={styles.editor}>
      <SegmentedControl
        label={t('Kind of column')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'column', label: t('Column') },
          { value: 'sql', label: t('SQL') },
        ]}
      />
      {mode === 'column' ? (
        <ListBox
          label={t('Columns')}
          searchable
          options={columns.map((one) => ({
            value: one.column_name,
            label: one.verbose_name || one.column_name,
            icon: <span className={styles.sign}>{columnSign(one)}</span>,
          }))}
          selected={typeof column === 'string' ? [column] : []}
          onPick={(option) => onPick(option.value)}
        />
      ) : (
        <SqlColumn own={own} onPick={onPick} />
      )}
    </div>
  )
}

function SqlColumn({ own, onPick }: { own: Exclude<WireColumn, string> | null; onPick: (column: WireColumn) => void }) {
  const t = useText()
  const [sql, setSql] = useState(own?.sqlExpression ?? '')
  const [label, setLabel] = useState(own && own.label !== own.sqlExpression ? own.label : '')
  const expression = sql.trim()
  return (
    <form
      className={styles.editorForm}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (expression !== '')
          onPick({ expressionType: 'SQL', sqlExpression: expression, label: label.trim() || expression })
      }}
    >
      <TextArea
        label={t('SQL of the column')}
        rows={4}
        spellCheck={false}
        className="code"
        value={sql}
        onChange={setSql}
      />
      <TextInput label={t('Label')} optional value={label} onChange={setLabel} />
      <div className={styles.editorFoot}>
        <span className="grow" />
        <Button type="submit" variant="primary" disabled={expression === ''}>
          {t('Apply')}
        </Button>
      </div>
    </form>
  )
}
