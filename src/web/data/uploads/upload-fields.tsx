import { IconAlertCircle } from '@tabler/icons-react'
import type { IfExists, PreparedFile } from '../../../engines/table-loader.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import type { HttpError } from '../http.ts'
import type { UploadForm, UploadPlace } from './upload-form.ts'
import styles from './uploads.module.css'

interface UploadFieldsProps {
  form: UploadForm
  places: readonly UploadPlace[]
  file: PreparedFile | null
  failure: HttpError | null
  onChange: (by: Partial<UploadForm>) => void
}

/** Where the table goes and how the file is read. */
export function UploadFields({ form, places, file, failure, onChange }: UploadFieldsProps) {
  const t = useText()
  const place = places.find(({ id }) => id === form.placeId)
  const isTaken = failure?.status === 422
  const nameFailure = failure?.fields['table_name']?.[0] ?? (isTaken ? t('There is a table of this name.') : null)
  return (
    <>
      <div className={styles.fields}>
        <TextInput
          label={t('Table')}
          value={form.table}
          error={nameFailure}
          data-autofocus
          onChange={(table) => onChange({ table })}
        />
        <Select
          label={t('Connection')}
          value={form.placeId}
          options={places.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(placeId) =>
            onChange({ placeId, schema: places.find(({ id }) => id === placeId)?.schemas[0] ?? '' })
          }
        />
        {place && place.schemas.length > 0 ? (
          <Select
            label={t('Schema')}
            value={form.schema}
            options={place.schemas.map((schema) => ({ value: schema, label: schema }))}
            onChange={(schema) => onChange({ schema })}
          />
        ) : (
          <TextInput label={t('Schema')} optional value={form.schema} onChange={(schema) => onChange({ schema })} />
        )}
        <Select<IfExists>
          label={t('If it exists')}
          value={form.ifExists}
          options={[
            { value: 'fail', label: t('Ask me') },
            { value: 'replace', label: t('Replace it') },
            { value: 'append', label: t('Add the rows') },
          ]}
          onChange={(ifExists) => onChange({ ifExists })}
        />
      </div>
      {failure && nameFailure === null && (
        <div role="alert" className="note d">
          <IconAlertCircle aria-hidden />
          <span className="grow">{failure.message}</span>
        </div>
      )}
      {file && <ReadingFields form={form} file={file} onChange={onChange} />}
    </>
  )
}

function ReadingFields({
  form,
  file,
  onChange,
}: Pick<UploadFieldsProps, 'form' | 'onChange'> & { file: PreparedFile }) {
  const t = useText()
  const reread = (by: Partial<UploadForm>) => onChange({ ...by, types: {} })
  if (file.format === 'json' || file.format === 'parquet') return null
  return (
    <div className={styles.reading}>
      {file.format === 'csv' && (
        <Select
          label={t('Between the values')}
          value={form.delimiter ?? file.delimiter ?? ','}
          options={[
            { value: ',', label: t('Comma') },
            { value: ';', label: t('Semicolon') },
            { value: '\t', label: t('Tab character') },
            { value: '|', label: t('Vertical line') },
          ]}
          onChange={(delimiter) => reread({ delimiter })}
        />
      )}
      {file.sheets.length > 1 && (
        <Select
          label={t('Sheet')}
          value={form.sheet ?? file.sheets[0] ?? ''}
          options={file.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
          onChange={(sheet) => reread({ sheet })}
        />
      )}
      <Checkbox
        label={t('The first line holds the names')}
        checked={form.hasHeader}
        onChange={(hasHeader) => reread({ hasHeader })}
      />
    </div>
  )
}
