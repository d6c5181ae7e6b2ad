import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { useDashboard } from '../store.ts'

const CHOICES = [
  { value: 0, label: 'Do not refresh' },
  { value: 10, label: '10 seconds' },
  { value: 30, label: '30 seconds' },
  { value: 60, label: '1 minute' },
  { value: 300, label: '5 minutes' },
  { value: 1_800, label: '30 minutes' },
  { value: 3_600, label: '1 hour' },
  { value: 21_600, label: '6 hours' },
  { value: 86_400, label: '24 hours' },
] as const

export const REFRESH_CHOICES: readonly { value: number; label: string }[] = CHOICES

/** A rhythm for this visit. What the dashboard does for everyone is set in its properties. */
export function RefreshDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const current = useDashboard((state) => state.refreshSec ?? state.history.present.metadata.refreshFrequencySec)
  const refreshEvery = useDashboard((state) => state.refreshEvery)
  const [seconds, setSeconds] = useState<number>(current)
  return (
    <Dialog
      title={t('Refresh regularly')}
      width={360}
      onClose={onClose}
      onSubmit={() => {
        refreshEvery(seconds)
        onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('Apply')}
          </Button>
        </>
      }
    >
      <Select
        label={t('Every')}
        help={t('For this visit. The properties of the dashboard set it for everyone.')}
        value={seconds}
        onChange={setSeconds}
        options={REFRESH_CHOICES.map((choice) => ({ value: choice.value, label: t(choice.label) }))}
      />
    </Dialog>
  )
}
