import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choices.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import { type ColumnDraft, changeColumn } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import type { Editor } from '../use-editor.ts'
import { Editable } from './editable.tsx'
import { ExpressionField } from './expression-field.tsx'
import { NoteFields } from './note-fields.tsx'

const TYPES = ['VARCHAR', 'INTEGER', 'BIGINT', 'DOUBLE', 'DECIMAL', 'BOOLEAN', 'DATE', 'TIMESTAMP']
const DATE_FORMATS = ['epoch_s', 'epoch_ms', '%Y-%m-%d', '%Y-%m-%d %H:%M:%S', '%Y%m%d', '%d.%m.%Y']

interface ColumnDrawerProps {
  editor: Editor
  column: ColumnDraft
  onClose: () => void
}

/** Everything about one column. Changes stand in the draft at once. */
export function ColumnDrawer({ editor, column, onClose }: ColumnDrawerProps) {
  const t = useText()
  const set = (change: Partial<ColumnDraft>) => editor.change((draft) => changeColumn(draft, column.key, change))
  const fault = (field: string) => faultAt(editor.faults, `${column.key}.${field}`)
  return (
    <Drawer
      title={column.isCalculated ? t('Calculated column') : t('Column {{name}}', { name: column.name })}
      onClose={onClose}
      width={440}
      onSubmit={onClose}
      footer={
        <Button type="submit" variant="primary">
          {t('Done')}
        </Button>
      }
    >
      <Editable isReadOnly={editor.isReadOnly || column.isRemoved}>
        {column.isCalculated && (
          <TextInput
            label={t('Name')}
            className="mono"
            value={column.name}
            error={fault('name')}
            onChange={(name) => set({ name })}
          />
        )}
        {column.isCalculated && (
          <ExpressionField
            editor={editor}
            type="column"
            label={t('SQL expression')}
            disabled={editor.isReadOnly || column.isRemoved}
            value={column.expression}
            error={fault('expression')}
            onChange={(expression) => set({ expression })}
          />
        )}
        <TextInput
          label={t('Label')}
          optional
          value={column.verboseName}
          onChange={(verboseName) => set({ verboseName })}
        />
        <Combobox label={t('Type')} suggestions={TYPES} value={column.type} onChange={(type) => set({ type })} />
        <TextArea
          label={t('Description')}
          optional
          value={column.description}
          onChange={(description) => set({ description })}
        />
        <div className="col g2">
          <Switch label={t('Holds times')} checked={column.isTemporal} onChange={(isTemporal) => set({ isTemporal })} />
          <Switch
            label={t('Can be filtered')}
            checked={column.isFilterable}
            onChange={(isFilterable) => set({ isFilterable })}
          />
          <Switch
            label={t('Can be grouped by')}
            checked={column.isGroupable}
            onChange={(isGroupable) => set({ isGroupable })}
          />
        </div>
        {column.isTemporal && (
          <Combobox
            label={t('Date format')}
            optional
            suggestions={DATE_FORMATS}
            value={column.dateFormat}
            onChange={(dateFormat) => set({ dateFormat })}
            help={t('For text and numbers that mean a time: epoch_s, epoch_ms or a pattern such as %Y-%m-%d.')}
          />
        )}
        <NoteFields notes={column} onChange={set} />
      </Editable>
    </Drawer>
  )
}
