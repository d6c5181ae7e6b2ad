import type { SelectOption } from '../ui/options.ts'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'

interface FilterSelectProps {
  label: string
  value: string | null
  options: readonly SelectOption<string>[]
  onChange: (value: string | null) => void
  isLoading?: boolean
  onSearch?: ((search: string) => void) | undefined
}

/** One value by which a list is filtered, or any. */
export function FilterSelect({ label, onChange, ...choice }: FilterSelectProps) {
  const t = useText()
  return (
    <Select
      {...choice}
      ariaLabel={label}
      prefix={label}
      placeholder={t('Any')}
      onChange={onChange}
      onClear={() => onChange(null)}
    />
  )
}
