import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IfExists, PreparedFile } from '../../../engines/table-loader.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import type { HttpError } from '../http.ts'
import { placesQuery } from './upload-calls.ts'
import type { UploadForm, UploadPlace } from './upload-form.ts'
import styles from './uploads.module.css'

interface UploadFieldsProps {
  form: UploadForm
  place: UploadPlace
  file: PreparedFile | null
  failure: HttpError | null
  onChange: (by: Partial<UploadForm>) => void
  onPlace: (place: UploadPlace) => void
}

/** Where the table goes and how the file is read. */
export function UploadFields({ form, place, file, failure, onChange, onPlace }: UploadFieldsProps) {
  const t = useText()
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
        <PlaceSelect place={place} onChange={onPlace} />
        {place.schemas.length > 0 ? (
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

/** One of the connections that take files; where there are more than were read, the server looks for them by name. */
function PlaceSelect({ place, onChange }: { place: UploadPlace; onChange: (place: UploadPlace) => void }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const isCut = useQuery(placesQuery('')).data?.isCut === true
  const { data, isFetching } = useQuery(placesQuery(isCut ? search : ''))
  const listed = [...(search === '' ? [place] : []), ...(data?.places ?? [])]
  const places = new Map(listed.map((one) => [one.id, one]))
  return (
    <Select
      label={t('Connection')}
      value={place.id}
      isLoading={isFetching}
      onSearch={isCut ? setSearch : undefined}
      options={[...places.values()].map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(id) => onChange(places.get(id) ?? place)}
    />
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
