import { chooseLanguage } from '../app/language.ts'
import { Menu } from '../ui/menu.tsx'
import { LOCALES, useLocale, useText } from '../ui/text.ts'

export function LanguagePicker() {
  const t = useText()
  const locale = useLocale()
  const chosen = LOCALES.find((one) => one.value === locale)
  return (
    <Menu
      label={t('Language')}
      placement="top-end"
      trigger={
        <button type="button" className="btn g sm">
          {chosen?.label}
        </button>
      }
      items={LOCALES.map((one) => ({
        label: one.label,
        checked: one.value === locale,
        onSelect: () => void chooseLanguage(one.value),
      }))}
    />
  )
}
