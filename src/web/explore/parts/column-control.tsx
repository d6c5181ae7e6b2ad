import type { Control } from '../../../charts/chart.ts'
import { useText } from '../../ui/text.ts'
import { putField } from '../model/chart-form.ts'
import { columnFields, columnSign, findColumn } from '../model/fields.ts'
import { addColumn, columnsIn, wireColumnLabel } from '../model/metrics.ts'
import type { ExploreDataset, WireColumn } from '../model/wire.ts'
import { useExplore, useForm } from '../store.ts'
import { ColumnEditor } from './column-editor.tsx'
import { type SlotFace, SlotList } from './slot-list.tsx'

const EDITOR_PX = 304

/** One column or several. */
export function ColumnControl({ control, error }: { control: Control; error: string | undefined }) {
  const t = useText()
  const form = useForm()
  const dataset = useExplore((store) => store.dataset)
  const setField = useExplore((store) => store.setField)
  const isList = control.kind === 'columns'
  const columns = columnsIn(form[control.field])
  const write = (next: readonly WireColumn[]) => setField(control.field, isList ? next : (next[0] ?? null))
  const add = (column: WireColumn) => {
    const field = columnFields(dataset).find((one) => one.name === column)
    if (field && isList) setField(control.field, putField(form, control, field, dataset)[control.field])
    else write(isList ? addColumn(columns, column) : [column])
  }
  return (
    <SlotList<WireColumn>
      control={control}
      error={error}
      items={columns}
      isList={isList}
      emptyText={t('Drop or pick a column')}
      editorPx={EDITOR_PX}
      keyOf={wireColumnLabel}
      faceOf={(column) => faceOf(column, dataset)}
      write={write}
      add={add}
      editor={(column, apply, close) => (
        <ColumnEditor
          column={column}
          timeOnly={control.kind === 'timeColumn'}
          onPick={(next) => {
            apply(next)
            close()
          }}
        />
      )}
    />
  )
}

function faceOf(column: WireColumn, dataset: ExploreDataset): SlotFace {
  if (typeof column !== 'string') return { sign: 'fx', label: column.label }
  const known = findColumn(dataset, column)
  return known === null
    ? { sign: '··', label: column, bad: true }
    : { sign: columnSign(known), label: known.verbose_name || column }
}
