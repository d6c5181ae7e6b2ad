import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { createDashboard } from '../app/create-dashboard.ts'
import { Button } from '../ui/button.tsx'
import { useText } from '../ui/text.ts'

export function NewDashboard() {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const handleClick = async () => {
    setBusy(true)
    await createDashboard()
    setBusy(false)
  }
  return (
    <Button variant="primary" icon={<IconPlus aria-hidden />} loading={isBusy} onClick={() => void handleClick()}>
      {t('New dashboard')}
    </Button>
  )
}
