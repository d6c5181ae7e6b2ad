import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { Faults, RecordFieldsProps, RecordKind } from './record-kind.ts'
import { TextFields, type TextFieldsOf } from './text-fields.tsx'

/** An entry of `GET /api/v1/annotation_layer/{id}/annotation/`; times are ISO texts in UTC without a zone. */
export interface AnnotationRow {
  readonly id: number
  readonly short_descr: string
  readonly long_descr: string | null
  readonly start_dttm: string
  readonly end_dttm: string
  readonly json_metadata?: string | null
}

interface AnnotationForm {
  readonly short_descr: string
  readonly long_descr: string
  readonly start_dttm: string
  readonly end_dttm: string
  readonly json_metadata: string
}

/** The dialog of the annotations of one layer. */
export const annotationRecord = (layerId: number): RecordKind<AnnotationRow, AnnotationForm> => ({
  resource: `annotation_layer/${layerId}/annotation`,
  words: {
    create: 'New annotation',
    make: 'Create annotation',
    edit: 'Edit annotation',
    unread: 'The annotation could not be read',
    saved: 'Annotation {{name}} saved',
  },
  formOf: (stored) => ({
    short_descr: stored?.short_descr ?? '',
    long_descr: stored?.long_descr ?? '',
    start_dttm: stored?.start_dttm ?? '',
    end_dttm: stored?.end_dttm ?? '',
    json_metadata: stored?.json_metadata ?? '',
  }),
  faultsOf: annotationFaults,
  bodyOf: (form) => ({
    ...form,
    short_descr: form.short_descr.trim(),
    end_dttm: form.end_dttm || form.start_dttm,
    json_metadata: form.json_metadata.trim() || null,
  }),
  nameOf: ({ short_descr }) => short_descr.trim(),
  Fields: AnnotationFields,
})

function annotationFaults(form: AnnotationForm): Faults {
  const { short_descr, start_dttm, end_dttm, json_metadata } = form
  return {
    ...(short_descr.trim() === '' && { short_descr: ['An annotation needs a name.'] }),
    ...(start_dttm === '' && { start_dttm: ['An annotation needs a time at which it starts.'] }),
    ...(end_dttm !== '' && end_dttm < start_dttm && { end_dttm: ['The end is before the start.'] }),
    ...(!isJson(json_metadata) && { json_metadata: ['This is no JSON.'] }),
  }
}

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const NAME: TextFieldsOf<AnnotationForm> = [{ name: 'short_descr', label: 'Name', maxLength: 500 }]
const MORE: TextFieldsOf<AnnotationForm> = [
  { name: 'long_descr', label: 'Description', isOptional: true, rows: 3 },
  { name: 'json_metadata', label: 'More data as JSON', isOptional: true, rows: 3, isCode: true },
]

function AnnotationFields(props: RecordFieldsProps<AnnotationRow, AnnotationForm>) {
  const t = useText()
  const { form, faults, onChange } = props
  return (
    <>
      <TextFields fields={NAME} {...props} />
      <div className="form-grid">
        <TextInput
          label={t('Start (UTC)')}
          type="datetime-local"
          step="1"
          value={form.start_dttm}
          onChange={(start_dttm) => onChange({ start_dttm })}
          error={faults.start_dttm?.[0]}
        />
        <TextInput
          label={t('End (UTC)')}
          type="datetime-local"
          step="1"
          optional
          value={form.end_dttm}
          onChange={(end_dttm) => onChange({ end_dttm })}
          error={faults.end_dttm?.[0]}
          help={t('Without an end it marks one moment.')}
        />
      </div>
      <TextFields fields={MORE} {...props} />
    </>
  )
}
