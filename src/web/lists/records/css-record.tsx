import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { RecordFieldsProps, RecordKind } from './record-kind.ts'

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
  Fields: CssFields,
}

function CssFields({ form, faults, onChange }: RecordFieldsProps<CssTemplateRow, CssForm>) {
  const t = useText()
  return (
    <div className="col g4">
      <TextInput
        label={t('Name')}
        maxLength={250}
        value={form.template_name}
        onChange={(template_name) => onChange({ template_name })}
        error={faults.template_name?.[0]}
      />
      <TextArea
        label={t('CSS')}
        className="mono"
        rows={16}
        spellCheck={false}
        value={form.css}
        onChange={(css) => onChange({ css })}
        error={faults.css?.[0]}
        help={t('A dashboard takes a copy; later changes of the template do not reach it.')}
      />
    </div>
  )
}
