import { Switch } from '../../ui/choices.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { changeSettings, type SettingsDraft } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import type { Editor } from '../use-editor.ts'
import { Editable } from './editable.tsx'
import { NoteFields } from './note-fields.tsx'
import { OwnerSelect } from './owner-select.tsx'

interface FieldsProps {
  editor: Editor
  set: (change: Partial<SettingsDraft>) => void
}

export function SettingsTab({ editor }: { editor: Editor }) {
  const t = useText()
  const set = (change: Partial<SettingsDraft>) => editor.change((draft) => changeSettings(draft, change))
  return (
    <div className={styles.form}>
      <Editable isReadOnly={editor.isReadOnly}>
        <h2 className="t4">{t('About')}</h2>
        <AboutFields editor={editor} set={set} />
        <h2 className="t4">{t('Time')}</h2>
        <TimeFields editor={editor} set={set} />
        <h2 className="t4">{t('Queries')}</h2>
        <QueryFields editor={editor} set={set} />
      </Editable>
    </div>
  )
}

function AboutFields({ editor, set }: FieldsProps) {
  const t = useText()
  const { settings } = editor.draft
  return (
    <>
      <TextArea
        label={t('Description')}
        optional
        value={settings.description}
        error={faultAt(editor.faults, 'description')}
        onChange={(description) => set({ description })}
      />
      <OwnerSelect editor={editor} onChange={(owners) => set({ owners })} />
      <NoteFields notes={settings} onChange={set} />
    </>
  )
}

function TimeFields({ editor, set }: FieldsProps) {
  const t = useText()
  const { settings, columns } = editor.draft
  const times = columns.filter((column) => column.isTemporal && !column.isRemoved)
  return (
    <>
      <Select
        label={t('Default time column')}
        value={settings.mainTimeColumn}
        disabled={editor.isReadOnly}
        placeholder={t('None')}
        options={times.map(({ name, verboseName }) => ({ value: name, label: verboseName || name, hint: name }))}
        error={faultAt(editor.faults, 'mainTimeColumn')}
        onChange={(mainTimeColumn) => set({ mainTimeColumn })}
        onClear={() => set({ mainTimeColumn: null })}
      />
      <Switch
        label={t('Filter by the default time column too when a chart uses another')}
        checked={settings.alwaysFiltersMainTime}
        onChange={(alwaysFiltersMainTime) => set({ alwaysFiltersMainTime })}
      />
      <NumberInput
        label={t('Hours to shift times by')}
        value={settings.offsetHours}
        error={faultAt(editor.faults, 'offsetHours')}
        onChange={(offsetHours) => set({ offsetHours })}
      />
    </>
  )
}

function QueryFields({ editor, set }: FieldsProps) {
  const t = useText()
  const { settings, columns } = editor.draft
  const present = columns.filter((column) => !column.isRemoved)
  return (
    <>
      <NumberInput
        label={t('Cache timeout in seconds')}
        optional
        value={settings.cacheTimeoutSec}
        help={t('Empty takes that of the connection; -1 keeps nothing.')}
        error={faultAt(editor.faults, 'cacheTimeoutSec')}
        onChange={(cacheTimeoutSec) => set({ cacheTimeoutSec })}
      />
      <Switch
        label={t('Offer values in filters')}
        checked={settings.offersValues}
        onChange={(offersValues) => set({ offersValues })}
      />
      <TextInput
        label={t('Condition for filter values')}
        optional
        className="mono"
        value={settings.valuesPredicate}
        help={t('An SQL condition that the rows must meet, to keep lists of values short and quick.')}
        error={faultAt(editor.faults, 'valuesPredicate')}
        onChange={(valuesPredicate) => set({ valuesPredicate })}
      />
      <TextArea
        label={t('Template parameters (JSON)')}
        optional
        className="mono"
        spellCheck={false}
        placeholder={'{ "region": "EU" }'}
        value={settings.templateParams}
        error={faultAt(editor.faults, 'templateParams')}
        onChange={(templateParams) => set({ templateParams })}
      />
      <Select
        label={t('Column with currency codes')}
        optional
        value={settings.currencyColumn}
        disabled={editor.isReadOnly}
        placeholder={t('None')}
        options={present.map(({ name, verboseName }) => ({ value: name, label: verboseName || name, hint: name }))}
        onChange={(currencyColumn) => set({ currencyColumn })}
        onClear={() => set({ currencyColumn: null })}
      />
      <Switch
        label={t('Normalize column names')}
        checked={settings.normalizesColumns}
        onChange={(normalizesColumns) => set({ normalizesColumns })}
      />
    </>
  )
}
