import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import { runActive } from '../commands.ts'

const TABLE_NAME = /^[A-Za-z_]\w*$/

/** The result becomes a table or a view of the database. */
export function CreateTableDialog({ method, onClose }: { method: 'TABLE' | 'VIEW'; onClose: () => void }) {
  const t = useText()
  const [name, setName] = useState('')
  const isBad = !TABLE_NAME.test(name)
  const handleSubmit = () => {
    if (isBad) return
    onClose()
    runActive('statement', { method, name })
  }
  return (
    <Dialog
      title={method === 'TABLE' ? t('Create table as') : t('Create view as')}
      width={380}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={isBad ? t('A name of letters, digits and underscores') : undefined}
          >
            {method === 'TABLE' ? t('Create table') : t('Create view')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('Name')}
        value={name}
        onChange={setName}
        autoFocus
        help={t('Letters, digits and underscores')}
      />
    </Dialog>
  )
}
