import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import { REFRESH_CHOICES } from '../model/refresh-choices.ts'
import { useDashboard } from '../store.ts'

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
