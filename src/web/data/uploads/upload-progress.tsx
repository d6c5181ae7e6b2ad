import { formatBytes } from '../../ui/format.ts'
import { Staff, useSlow } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import styles from './uploads.module.css'

const TICKS = 20

/** How far a file is on its way. `percent` counts the bytes that were sent; at 100 the server reads them. */
export function UploadProgress({ percent, bytes }: { percent: number; bytes: number }) {
  const t = useText()
  if (!useSlow(true)) return null
  const isSent = percent >= 100
  const words = isSent
    ? t('Sent; the table is being made')
    : t('{{percent}} % of {{size}} sent', { percent, size: formatBytes(bytes) })
  return (
    <div className={styles.progress}>
      <Staff value={isSent ? null : percent / 100} label={t('Upload')} ticks={TICKS} />
      <span className="t2">{words}</span>
    </div>
  )
}
