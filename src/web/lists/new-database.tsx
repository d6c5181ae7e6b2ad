import { IconPlus } from '@tabler/icons-react'
import { LinkButton } from '../ui/button.tsx'
import { useText } from '../ui/text.ts'

export function NewDatabase() {
  const t = useText()
  return (
    <LinkButton variant="primary" icon={<IconPlus aria-hidden />} to="/databaseview/list/?edit=new">
      {t('New connection')}
    </LinkButton>
  )
}
