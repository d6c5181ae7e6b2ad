import { IconShare2 } from '@tabler/icons-react'
import { Button, IconButton } from '../../ui/button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { ShareLink } from '../lazy-dialogs.tsx'

const WIDTH_PX = 340

/** A link to the dashboard as it is shown: with its filters and open tabs. */
export function SharePopover() {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  const icon = <IconShare2 aria-hidden />
  return (
    <Popover
      label={t('Share')}
      placement="bottom-end"
      width={WIDTH_PX}
      trigger={isPhone ? <IconButton label={t('Share')} icon={icon} /> : <Button icon={icon}>{t('Share')}</Button>}
    >
      <ShareLink />
    </Popover>
  )
}
