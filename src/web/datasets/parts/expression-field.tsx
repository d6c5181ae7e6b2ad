import { useExpressionCheck } from '../../data/expression-check.ts'
import { CheckWords } from '../../data/expression-check-words.tsx'
import { CodeInput } from '../../ui/code/code-input.tsx'
import { isSourceChanged } from '../model/draft.ts'
import type { Editor } from '../use-editor.ts'

interface ExpressionFieldProps {
  editor: Editor
  type: 'column' | 'metric'
  label: string
  value: string
  onChange: (value: string) => void
  error: string | null | undefined
  disabled?: boolean
  placeholder?: string
}

/** An SQL expression over the dataset's columns, checked by its database while it is written. */
export function ExpressionField({ editor, type, ...field }: ExpressionFieldProps) {
  const { dataset, draft, before } = editor
  // The database is asked about the stored source; another one is checked after it is saved.
  const isOther = isSourceChanged(draft, before, dataset.kind)
  const check = useExpressionCheck(dataset.id, type, isOther || field.disabled ? '' : field.value)
  const names = draft.columns
    .filter((column) => !column.isRemoved && !column.isCalculated)
    .map(({ name, type: detail }) => ({ name, detail }))
  return <CodeInput {...field} engine={dataset.database.backend} names={names} help={<CheckWords check={check} />} />
}
