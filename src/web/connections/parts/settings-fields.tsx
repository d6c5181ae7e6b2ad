import { Switch } from '../../ui/choices.tsx'
import { NumberInput, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import type { Settings } from '../model/draft.ts'
import type { ConnectionForm } from '../use-connection-form.ts'

type Set = (change: Partial<Settings>) => void

/** How the connection may be used: in the editor, for writing, and how long answers are kept. */
export function SettingsFields({ form }: { form: ConnectionForm }) {
  const t = useText()
  const { settings } = form.draft
  const set: Set = (change) => form.change({ ...form.draft, settings: { ...settings, ...change } })
  const summary = [
    settings.isExposed ? t('offered in the SQL editor') : t('hidden in the SQL editor'),
    isWritable(settings) ? t('may write') : t('read only'),
  ]
  return (
    <details className={styles.more}>
      <summary>
        <span className="grow">{t('Use and limits')}</span>
        <span className="c3">{summary.join(', ')}</span>
      </summary>
      <div className="col g4">
        <Switch
          label={t('Offer in the SQL editor')}
          checked={settings.isExposed}
          onChange={(isExposed) => set({ isExposed })}
        />
        {settings.isExposed && <EditorSettings form={form} set={set} />}
        <Switch
          label={t('Run queries of the SQL editor in the background')}
          checked={settings.runsInBackground}
          onChange={(runsInBackground) => set({ runsInBackground })}
        />
        {form.engine?.engine_information.supports_dynamic_catalog && (
          <Switch
            label={t('Choose among all its catalogs')}
            checked={settings.hasCatalogs}
            onChange={(hasCatalogs) => set({ hasCatalogs })}
          />
        )}
        {form.engine?.engine_information.supports_file_upload && <FileSettings settings={settings} set={set} />}
        <NumberInput
          label={t('Keep answers of charts for, in seconds')}
          optional
          min={-1}
          value={settings.cacheTimeoutSec}
          error={form.faults.cache_timeout && t(form.faults.cache_timeout)}
          help={t('Empty: as long as the server does. −1: not at all.')}
          onChange={(cacheTimeoutSec) => set({ cacheTimeoutSec })}
        />
      </div>
    </details>
  )
}

const isWritable = ({ isExposed, canChangeData, canCreateTables, canCreateViews }: Settings) =>
  isExposed && (canChangeData || canCreateTables || canCreateViews)

function EditorSettings({ form, set }: { form: ConnectionForm; set: Set }) {
  const t = useText()
  const { settings } = form.draft
  return (
    <div className={styles.inner}>
      {form.engine?.engine_information.supports_dml && <WriteSettings settings={settings} set={set} />}
      <Switch
        label={t('Estimate what a query costs')}
        checked={settings.canEstimate}
        onChange={(canEstimate) => set({ canEstimate })}
      />
      <Switch
        label={t('Show previews of tables')}
        checked={settings.hasPreviews}
        onChange={(hasPreviews) => set({ hasPreviews })}
      />
    </div>
  )
}

function FileSettings({ settings, set }: { settings: Settings; set: Set }) {
  const t = useText()
  return (
    <>
      <Switch
        label={t('Allow files to become tables')}
        checked={settings.takesFiles}
        onChange={(takesFiles) => set({ takesFiles })}
      />
      {settings.takesFiles && (
        <TextInput
          label={t('Schemas for tables of files')}
          optional
          className="mono"
          maxLength={250}
          value={settings.fileSchemas}
          help={t('With commas between. Empty: every schema that a user may read.')}
          onChange={(fileSchemas) => set({ fileSchemas })}
        />
      )}
    </>
  )
}

function WriteSettings({ settings, set }: { settings: Settings; set: Set }) {
  const t = useText()
  return (
    <>
      <Switch
        label={t('Allow CREATE TABLE AS')}
        checked={settings.canCreateTables}
        onChange={(canCreateTables) => set({ canCreateTables })}
      />
      <Switch
        label={t('Allow CREATE VIEW AS')}
        checked={settings.canCreateViews}
        onChange={(canCreateViews) => set({ canCreateViews })}
      />
      {(settings.canCreateTables || settings.canCreateViews) && (
        <TextInput
          label={t('Schema for created tables and views')}
          optional
          className="mono"
          maxLength={250}
          value={settings.createdSchema}
          onChange={(createdSchema) => set({ createdSchema })}
        />
      )}
      <Switch
        label={t('Allow statements that change data')}
        checked={settings.canChangeData}
        onChange={(canChangeData) => set({ canChangeData })}
      />
    </>
  )
}
