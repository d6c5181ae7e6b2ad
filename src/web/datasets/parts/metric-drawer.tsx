import { Button } from '../../ui/button.tsx'
import { SegmentedControl } from '../../ui/choices.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { Drawer } from '../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import { changeMetric, type MetricDraft } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import type { Editor } from '../use-editor.ts'
import { Editable } from './editable.tsx'
import { ExpressionField } from './expression-field.tsx'
import { NoteFields } from './note-fields.tsx'

const FORMATS = [',d', ',.2f', '.1%', '.3s', '$,.2f', '+,.1f', 'SMART_NUMBER']
const CURRENCIES = ['USD', 'EUR', 'GBP', 'CHF', 'JPY', 'CNY', 'INR']

interface MetricDrawerProps {
  editor: Editor
  metric: MetricDraft
  onClose: () => void
}

/** Everything about one metric. Changes stand in the draft at once. */
export function MetricDrawer({ editor, metric, onClose }: MetricDrawerProps) {
  const t = useText()
  const set = (change: Partial<MetricDraft>) => editor.change((draft) => changeMetric(draft, metric.key, change))
  const fault = (field: string) => faultAt(editor.faults, `${metric.key}.${field}`)
  return (
    <Drawer
      title={t('Metric')}
      onClose={onClose}
      width={440}
      onSubmit={onClose}
      footer={
        <Button type="submit" variant="primary">
          {t('Done')}
        </Button>
      }
    >
      <Editable isReadOnly={editor.isReadOnly || metric.isRemoved}>
        <TextInput
          label={t('Key')}
          className="mono"
          value={metric.name}
          error={fault('name')}
          help={metric.id === null ? undefined : t('Charts name the metric by it. With another key they lose it.')}
          onChange={(name) => set({ name })}
        />
        <TextInput
          label={t('Label')}
          optional
          value={metric.verboseName}
          onChange={(verboseName) => set({ verboseName })}
        />
        <ExpressionField
          editor={editor}
          type="metric"
          label={t('SQL expression')}
          placeholder="SUM(amount)"
          disabled={editor.isReadOnly || metric.isRemoved}
          value={metric.expression}
          error={fault('expression')}
          onChange={(expression) => set({ expression })}
        />
        <TextArea
          label={t('Description')}
          optional
          value={metric.description}
          onChange={(description) => set({ description })}
        />
        <Combobox
          label={t('Number format (D3)')}
          optional
          suggestions={FORMATS}
          value={metric.format}
          onChange={(format) => set({ format })}
        />
        <CurrencyFields metric={metric} onChange={set} />
        <NoteFields notes={metric} onChange={set} />
      </Editable>
    </Drawer>
  )
}

interface CurrencyFieldsProps {
  metric: MetricDraft
  onChange: (change: Partial<MetricDraft>) => void
}

function CurrencyFields({ metric, onChange }: CurrencyFieldsProps) {
  const t = useText()
  return (
    <>
      <Combobox
        label={t('Currency')}
        optional
        suggestions={CURRENCIES}
        value={metric.currencySymbol}
        onChange={(currencySymbol) => onChange({ currencySymbol })}
      />
      {metric.currencySymbol !== '' && (
        <SegmentedControl
          label={t('Where the currency stands')}
          value={metric.currencyPosition}
          onChange={(currencyPosition) => onChange({ currencyPosition })}
          options={[
            { value: 'prefix', label: t('Before the number') },
            { value: 'suffix', label: t('After the number') },
          ]}
        />
      )}
    </>
  )
}
