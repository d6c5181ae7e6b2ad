import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { RecordFieldsProps } from './record-kind.ts'

interface TextField<Form> {
  readonly name: keyof Form & string
  /** English text, as `help`. */
  readonly label: string
  readonly help?: string
  readonly isOptional?: boolean
  readonly maxLength?: number
  /** More than one line. */
  readonly rows?: number
  readonly isCode?: boolean
}

export type TextFieldsOf<Form> = readonly TextField<Form>[]

interface TextFieldsProps<Stored, Form> extends RecordFieldsProps<Stored, Form> {
  readonly fields: TextFieldsOf<Form>
}

/** The fields of a record that are typed as text, one below the other. */
export function TextFields<Stored, Form extends { readonly [Name in keyof Form]: unknown }>({
  fields,
  form,
  faults,
  onChange,
}: TextFieldsProps<Stored, Form>) {
  const t = useText()
  return fields.map(({ name, label, help, isOptional, maxLength, rows, isCode }) => {
    const shared = {
      label: t(label),
      help: help && t(help),
      optional: isOptional,
      maxLength,
      value: String(form[name]),
      onChange: (text: string) => onChange({ [name]: text } as unknown as Partial<Form>),
      error: faults[name]?.[0],
    }
    if (rows === undefined) return <TextInput key={name} {...shared} />
    return <TextArea key={name} {...shared} rows={rows} {...(isCode && { className: 'mono', spellCheck: false })} />
  })
}
