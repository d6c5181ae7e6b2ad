import { IconPlus } from '@tabler/icons-react'
import { PATHS } from '../app/places.ts'
import { LinkButton } from '../ui/button.tsx'
import { useText } from '../ui/text.ts'

export function NewDatabase() {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to={PATHS.newDatabase}>
      {t('New connection')}
    </LinkButton>
  )
}
