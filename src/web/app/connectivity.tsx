import { IconWifiOff } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useText } from '../ui/text.ts'

/** Says when the network is gone; the page keeps what it shows. */
export function Connectivity() {
  const t = useText()
  if (useIsOnline()) return null
  return (
    <div className="offline" role="status">
      <IconWifiOff aria-hidden />
      {t('No connection. What you see stays; changes are sent when the connection is back.')}
    </div>
  )
}

/** Whether the browser has a network. */
export const useIsOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
