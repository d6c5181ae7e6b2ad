import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import type { EditorTab } from '../model/state.ts'
import { parseTemplateParams } from '../model/template-params.ts'
import { tabActions } from '../store.ts'

export function TemplateParamsDialog({ editor, onClose }: { editor: EditorTab; onClose: () => void }) {
  const t = useText()
  const [text, setText] = useState(editor.templateParams ?? '{\n  \n}')
  const params = parseTemplateParams(text)
  const handleSubmit = () => {
    if (params === null) return
    tabActions.set(editor.id, { templateParams: text.trim() === '' ? null : text })
    onClose()
  }
  return (
    <Dialog
      title={t('Template parameters')}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            disabledReason={params === null ? t('The text is no JSON object') : undefined}
          >
            {t('Set parameters')}
          </Button>
        </>
      }
    >
      <TextArea
        label={t('Parameters as JSON')}
        className="mono"
        rows={8}
        value={text}
        onChange={setText}
        error={params === null ? t('The text is no JSON object') : null}
        help={t('A parameter from_date is written as {{example}} in the SQL.', { example: '{{ from_date }}' })}
        autoFocus
      />
    </Dialog>
  )
}
