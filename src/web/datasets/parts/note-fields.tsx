import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { Notes } from '../model/extra.ts'

interface NoteFieldsProps {
  notes: Notes
  onChange: (change: Partial<Notes>) => void
}

/** Who vouches for it, and what to mind. */
export function NoteFields({ notes, onChange }: NoteFieldsProps) {
  const t = useText()
  return (
    <>
      <TextInput
        label={t('Certified by')}
        optional
        value={notes.certifiedBy}
        onChange={(certifiedBy) => onChange({ certifiedBy })}
      />
      {notes.certifiedBy !== '' && (
        <TextInput
          label={t('Details of the certification')}
          optional
          value={notes.certificationDetails}
          onChange={(certificationDetails) => onChange({ certificationDetails })}
        />
      )}
      <TextInput
        label={t('Warning')}
        optional
        value={notes.warning}
        help={t('Shown wherever it is chosen. Markdown is understood.')}
        onChange={(warning) => onChange({ warning })}
      />
    </>
  )
}
