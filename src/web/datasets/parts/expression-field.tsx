import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { CodeInput } from '../../ui/code/code-input.tsx'
import { Ring } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import type { Check } from '../model/check.ts'
import { isSourceChanged } from '../model/draft.ts'
import type { Editor } from '../use-editor.ts'
import { useExpressionCheck } from '../use-expression-check.ts'

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

function CheckWords({ check }: { check: Check }) {
  const t = useText()
  switch (check.state) {
    case 'idle':
      return <span role="status">{t('The database checks it while you write.')}</span>
    case 'running':
      return (
        <span role="status" className="row g1">
          <Ring />
          {t('Checking')}
        </span>
      )
    case 'good':
      return (
        <span role="status" className="row g1 co">
          <IconCheck className="s" aria-hidden />
          {t('The database understands it')}
        </span>
      )
    case 'bad':
      return (
        <span role="status" className="row g1 cw">
          <IconAlertTriangle className="s" aria-hidden />
          {check.reason}
        </span>
      )
    case 'failed':
      return <span role="status">{t('Not checked: {{reason}}', { reason: check.reason })}</span>
  }
}
