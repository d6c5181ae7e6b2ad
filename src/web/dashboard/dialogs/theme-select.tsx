import { useList } from '../../data/list.ts'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import type { DashboardTheme } from '../model/draft.ts'

interface ThemeRow {
  readonly id: number
  readonly theme_name: string
  readonly json_data: string
}

interface ThemeSelectProps {
  value: DashboardTheme | null
  onChange: (theme: DashboardTheme | null) => void
}

const NONE = 0
const MOST_THEMES = 200

/** The theme of a dashboard, of those that the server has. */
export function ThemeSelect({ value, onChange }: ThemeSelectProps) {
  const t = useText()
  const themes = useList<ThemeRow>({
    resource: 'theme',
    columns: ['id', 'theme_name', 'json_data'],
    filters: [{ col: 'is_system', opr: 'eq', value: false }],
    orderColumn: 'theme_name',
    pageSize: MOST_THEMES,
  })
  const rows = themes.data?.result ?? []
  const handleChange = (id: number) => {
    const row = rows.find((one) => one.id === id)
    onChange(row ? { id, json: row.json_data } : null)
  }
  return (
    <Select
      label={t('Theme')}
      help={t('Colours and fonts of this dashboard, for everybody who opens it.')}
      value={value?.id ?? NONE}
      onChange={handleChange}
      options={[
        { value: NONE, label: t('That of the installation') },
        ...rows.map((row) => ({ value: row.id, label: row.theme_name })),
      ]}
    />
  )
}
