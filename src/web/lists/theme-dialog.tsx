import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { readTheme, themeFaults } from '../../resources/kit/look/theme-config.ts'
import { problemMessage } from '../app/messages.ts'
import { HttpError, http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextArea, TextInput } from '../ui/field.tsx'
import { FailedState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { ThemePreview } from './theme-preview.tsx'
import { NEW_THEME_JSON, spreadOut, type ThemeRow, unusedTokens } from './theme-row.ts'
import styles from './themes.module.css'

const BASE = '/api/v1/theme'

/** Edits a theme, or makes one; `edited` is an id or `new`. */
export function ThemeDialog({ edited, onClose }: { edited: number | 'new'; onClose: () => void }) {
  const t = useText()
  const { data, error, refetch } = useQuery({
    queryKey: ['theme', edited],
    gcTime: 0,
    enabled: edited !== 'new',
    queryFn: async ({ signal }) => (await http.get<{ result: ThemeRow }>(`${BASE}/${edited}`, { signal })).result,
  })
  if (edited === 'new') return <Form stored={null} onClose={onClose} />
  if (data) return <Form stored={data} onClose={onClose} />
  if (!error) return null
  return (
    <Dialog title={t('Edit theme')} onClose={onClose}>
      <FailedState title={t('The theme could not be read')} onRetry={() => void refetch()}>
        {problemMessage(error, t).reason}
      </FailedState>
    </Dialog>
  )
}

/** A theme of the product is there to be copied. */
function Form({ stored, onClose }: { stored: ThemeRow | null; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  const isCopy = stored?.is_system === true
  const [name, setName] = useState(isCopy ? '' : (stored?.theme_name ?? ''))
  const [json, setJson] = useState(spreadOut(stored?.json_data ?? NEW_THEME_JSON))
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const shown = useDeferredValue(json)
  const [fault = null] = themeFaults(json)
  const unused = fault === null ? unusedTokens(readTheme(json).token) : []
  const save = async () => {
    if (name.trim() === '') return setFailure(t('A theme needs a name.'))
    if (fault !== null) return
    setBusy(true)
    try {
      const body = { theme_name: name.trim(), json_data: json }
      await (stored && !isCopy ? http.put(`${BASE}/${stored.id}`, body) : http.post(`${BASE}/`, body))
      await invalidateList(client, 'theme')
      toast.success(t('Theme {{name}} saved', { name: body.theme_name }))
      onClose()
    } catch (error) {
      setFailure(error instanceof HttpError ? error.message : String(error))
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={stored && !isCopy ? t('Edit theme') : t('New theme')}
      width={860}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        <>
          {failure && (
            <span className="t1 cd grow" role="alert">
              {failure}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {stored && !isCopy ? t('Save') : t('Create theme')}
          </Button>
        </>
      }
    >
      <div className={styles.editor}>
        <div className="col g3">
          <TextInput label={t('Name')} value={name} onChange={setName} />
          <TextArea
            label={t('Theme as JSON')}
            className="mono"
            rows={18}
            spellCheck={false}
            value={json}
            onChange={setJson}
            error={fault && t(fault)}
            help={
              unused.length === 0
                ? t('Tokens such as colorPrimary, colorBgBase, colorText, borderRadius and fontFamily.')
                : t('Kept, but without effect here: {{names}}', { names: unused.join(', ') })
            }
          />
        </div>
        <ThemePreview json={fault === null ? shown : '{}'} />
      </div>
    </Dialog>
  )
}
