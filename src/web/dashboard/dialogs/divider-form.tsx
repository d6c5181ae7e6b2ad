import type { FilterDivider } from '../../../query/data-mask/filter-config.ts'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'

export function DividerForm({
  divider,
  onChange,
}: {
  divider: FilterDivider
  onChange: (divider: FilterDivider) => void
}) {
  const t = useText()
  return (
    <div className="col g3">
      <TextInput label={t('Title')} value={divider.title} onChange={(title) => onChange({ ...divider, title })} />
      <TextArea
        label={t('Description')}
        optional
        value={divider.description}
        onChange={(description) => onChange({ ...divider, description })}
      />
    </div>
  )
}
