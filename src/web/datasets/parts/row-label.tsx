import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'

interface RowLabelProps {
  row: { readonly name: string; readonly verboseName: string }
  isClosed: boolean
  onChange: (verboseName: string) => void
}

/** What charts show instead of the name; changed in its row. */
export function RowLabel({ row, isClosed, onChange }: RowLabelProps) {
  const t = useText()
  if (isClosed) return <span className="c2">{row.verboseName}</span>
  return (
    <TextInput
      size="sm"
      soft
      ariaLabel={t('Label of {{name}}', { name: row.name })}
      value={row.verboseName}
      onChange={onChange}
    />
  )
}
