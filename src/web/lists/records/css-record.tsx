import type { RecordKind } from './record-kind.ts'
import { TextFields, type TextFieldsOf } from './text-fields.tsx'

/** An entry of `GET /api/v1/css_template/`. */
export interface CssTemplateRow {
  readonly id: number
  readonly template_name: string | null
  readonly css: string | null
  readonly changed_on_delta_humanized: string
}

interface CssForm {
  readonly template_name: string
  readonly css: string
}

const FIELDS: TextFieldsOf<CssForm> = [
  { name: 'template_name', label: 'Name', maxLength: 250 },
  {
    name: 'css',
    label: 'CSS',
    rows: 16,
    isCode: true,
    help: 'A dashboard takes a copy; later changes of the template do not reach it.',
  },
]

export const cssRecord: RecordKind<CssTemplateRow, CssForm> = {
  resource: 'css_template',
  width: 720,
  words: {
    create: 'New CSS template',
    make: 'Create template',
    edit: 'Edit CSS template',
    unread: 'The CSS template could not be read',
    saved: 'CSS template {{name}} saved',
  },
  formOf: (stored) => ({ template_name: stored?.template_name ?? '', css: stored?.css ?? '' }),
  faultsOf: ({ template_name }) =>
    template_name.trim() === '' ? { template_name: ['A CSS template needs a name.'] } : {},
  bodyOf: ({ template_name, css }) => ({ template_name: template_name.trim(), css }),
  nameOf: ({ template_name }) => template_name.trim(),
  Fields: (props) => <TextFields fields={FIELDS} {...props} />,
}
