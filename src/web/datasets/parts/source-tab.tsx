import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CodeInput } from '../../ui/code/code-input.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { changeSettings, isSourceChanged, type SettingsDraft } from '../model/draft.ts'
import { faultAt } from '../model/faults.ts'
import { useSchemas, useTables } from '../queries.ts'
import type { Editor } from '../use-editor.ts'
import { Editable } from './editable.tsx'
import { SyncDialog } from './sync-dialog.tsx'

export function SourceTab({ editor }: { editor: Editor }) {
  const t = useText()
  const [isSyncing, setSyncing] = useState(false)
  const { dataset, draft, before } = editor
  return (
    <div className={styles.form}>
      <Editable isReadOnly={editor.isReadOnly}>
        <TextInput label={t('Connection')} value={dataset.database.database_name} disabled onChange={() => undefined} />
        <SchemaSelect editor={editor} />
        {dataset.kind === 'virtual' ? <QueryFields editor={editor} /> : <TableSelect editor={editor} />}
        {!editor.isReadOnly && (
          <div className="row g2 wrap">
            <Button icon={<IconRefresh aria-hidden />} onClick={() => setSyncing(true)}>
              {t('Sync columns from source')}
            </Button>
            {isSourceChanged(draft, before, dataset.kind) && (
              <span className="cw">{t('The source is another one than stored. Sync to take over its columns.')}</span>
            )}
          </div>
        )}
      </Editable>
      {isSyncing && <SyncDialog editor={editor} onClose={() => setSyncing(false)} />}
    </div>
  )
}

const setter = (editor: Editor) => (change: Partial<SettingsDraft>) =>
  editor.change((draft) => changeSettings(draft, change))

function SchemaSelect({ editor }: { editor: Editor }) {
  const t = useText()
  const schemas = useSchemas(editor.dataset.database.id)
  return (
    <Select
      label={t('Schema')}
      value={editor.draft.settings.schema}
      isLoading={schemas.isLoading}
      disabled={editor.isReadOnly}
      options={(schemas.data ?? []).map((name) => ({ value: name, label: name }))}
      onChange={(schema) => setter(editor)({ schema })}
      error={faultAt(editor.faults, 'schema')}
    />
  )
}

function TableSelect({ editor }: { editor: Editor }) {
  const t = useText()
  const { schema, tableName } = editor.draft.settings
  const tables = useTables(editor.dataset.database.id, schema)
  return (
    <Select
      label={t('Table')}
      searchable
      value={tableName}
      isLoading={tables.isLoading}
      disabled={editor.isReadOnly}
      options={(tables.data ?? []).map((one) => ({ value: one.value, label: one.value, hint: one.type }))}
      onChange={(next) => setter(editor)({ tableName: next })}
      error={faultAt(editor.faults, 'tableName')}
    />
  )
}

function QueryFields({ editor }: { editor: Editor }) {
  const t = useText()
  const { dataset } = editor
  const { tableName, sql } = editor.draft.settings
  return (
    <>
      <TextInput
        label={t('Name')}
        value={tableName}
        error={faultAt(editor.faults, 'tableName')}
        onChange={(next) => setter(editor)({ tableName: next })}
      />
      <CodeInput
        label={t('SQL')}
        isTall
        engine={dataset.database.backend}
        disabled={editor.isReadOnly}
        value={sql}
        error={faultAt(editor.faults, 'sql')}
        onChange={(next) => setter(editor)({ sql: next })}
      />
    </>
  )
}
