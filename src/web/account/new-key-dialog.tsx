import { useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { HttpError } from '../data/http.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { makeKey, type NewKey } from './keys.ts'

const WIDTH_PX = 480
const DEFAULT_DAYS = 90

/** Asks what a key is for, then shows it this once. */
export function NewKeyDialog({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null)
  const handleMade = (made: string) => {
    setKey(made)
    onMade()
  }
  return key === null ? <KeyForm onMade={handleMade} onClose={onClose} /> : <MadeKey value={key} onClose={onClose} />
}

type Faults = Readonly<Record<string, readonly string[]>>

function KeyForm({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const t = useText()
  const [draft, setDraft] = useState<NewKey>({ name: '', scopes: 'read', days: DEFAULT_DAYS })
  const [faults, setFaults] = useState<Faults>({})
  const [isBusy, setBusy] = useState(false)
  const set = (change: Partial<NewKey>) => setDraft({ ...draft, ...change })
  const handleSubmit = async () => {
    setBusy(true)
    setFaults({})
    try {
      onMade(await makeKey(draft))
    } catch (cause) {
      if (cause instanceof HttpError && Object.keys(cause.fields).length > 0) setFaults(cause.fields)
      else toast.danger(problemMessage(cause, t).reason)
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={t('New API key')}
      width={WIDTH_PX}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy} disabled={draft.name.trim() === ''}>
            {t('Make key')}
          </Button>
        </>
      }
    >
      <div className="col g4">
        <TextInput
          label={t('Name')}
          help={t('What the key is for, such as “nightly export”.')}
          value={draft.name}
          maxLength={200}
          error={faults.name?.[0]}
          onChange={(name) => set({ name })}
        />
        <Select
          label={t('May')}
          help={t('Never more than you may yourself.')}
          options={[
            { value: 'read', label: t('Read') },
            { value: 'read,sql', label: t('Read and run SQL') },
            { value: '', label: t('All that I may') },
          ]}
          value={draft.scopes}
          error={faults.scopes?.[0]}
          onChange={(scopes) => set({ scopes })}
        />
        <Select
          label={t('Valid for')}
          options={[
            { value: 7, label: t('7 days') },
            { value: 30, label: t('30 days') },
            { value: 90, label: t('90 days') },
            { value: 365, label: t('A year') },
            { value: 0, label: t('Until it is revoked') },
          ]}
          value={draft.days}
          error={faults.expires_on?.[0]}
          onChange={(days) => set({ days })}
        />
      </div>
    </Dialog>
  )
}

function MadeKey({ value, onClose }: { value: string; onClose: () => void }) {
  const t = useText()
  return (
    <Dialog
      title={t('Your new API key')}
      width={WIDTH_PX}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('Done')}
        </Button>
      }
    >
      <div className="col g4">
        <TextInput
          label={t('Key')}
          help={t('Copy it now: it is shown this once. Send it as “Authorization: Bearer …”.')}
          value={value}
          readOnly
          onChange={() => undefined}
          onFocus={(event) => event.currentTarget.select()}
          right={<CopyButton label={t('Copy the key')} value={value} />}
        />
      </div>
    </Dialog>
  )
}
