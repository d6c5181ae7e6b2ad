import type { RecordKind } from './record-kind.ts'
import { TextFields, type TextFieldsOf } from './text-fields.tsx'

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

const FIELDS: TextFieldsOf<LayerForm> = [
  { name: 'name', label: 'Name', maxLength: 250 },
  { name: 'descr', label: 'Description', isOptional: true, rows: 3 },
]

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
  Fields: (props) => <TextFields fields={FIELDS} {...props} />,
}
