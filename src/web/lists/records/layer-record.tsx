import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { RecordFieldsProps, RecordKind } from './record-kind.ts'

/** An entry of `GET /api/v1/annotation_layer/`. */
export interface LayerRow {
  readonly id: number
  readonly name: string
  readonly descr: string | null
  readonly changed_on_delta_humanized: string
}

interface LayerForm {
  readonly name: string
  readonly descr: string
}

export const layerRecord: RecordKind<LayerRow, LayerForm> = {
  resource: 'annotation_layer',
  words: {
    create: 'New annotation layer',
    make: 'Create layer',
    edit: 'Edit annotation layer',
    unread: 'The annotation layer could not be read',
    saved: 'Annotation layer {{name}} saved',
  },
  formOf: (stored) => ({ name: stored?.name ?? '', descr: stored?.descr ?? '' }),
  faultsOf: ({ name }) => (name.trim() === '' ? { name: ['A layer needs a name.'] } : {}),
  bodyOf: ({ name, descr }) => ({ name: name.trim(), descr }),
  nameOf: ({ name }) => name.trim(),
  Fields: LayerFields,
}

function LayerFields({ form, faults, onChange }: RecordFieldsProps<LayerRow, LayerForm>) {
  const t = useText()
  return (
    <div className="col g4">
      <TextInput
        label={t('Name')}
        maxLength={250}
        value={form.name}
        onChange={(name) => onChange({ name })}
        error={faults.name?.[0]}
      />
      <TextArea
        label={t('Description')}
        optional
        value={form.descr}
        onChange={(descr) => onChange({ descr })}
        error={faults.descr?.[0]}
      />
    </div>
  )
}
