import { useMemo, useState } from 'react'
import type { NaiveMs } from '../../../query/time-range/naive.ts'
import { bootstrap } from '../../app/bootstrap.ts'
import { queryClient } from '../../data/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { type Translate, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import {
  firstValues,
  type ScheduleField,
  type ScheduleValue,
  type ScheduleValues,
  scheduleForm,
  scheduleInfo,
  scheduleProblems,
} from '../model/schedule.ts'
import type { EditorTab } from '../model/state.ts'
import { savedApi } from '../saved-api.ts'

/** Saves the text with when it is to run; a scheduler outside reads that. */
export function ScheduleDialog({ editor, onClose }: { editor: EditorTab; onClose: () => void }) {
  const t = useText()
  const form = useMemo(() => scheduleForm(bootstrap().common.conf.SCHEDULED_QUERIES), [])
  const [label, setLabel] = useState(editor.name)
  const [description, setDescription] = useState('')
  const [values, setValues] = useState(() => firstValues(form, localClock()))
  const [isTried, setTried] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const problems = scheduleProblems(form, values, t('This is needed'))
  const handleSubmit = async () => {
    setTried(true)
    if (label.trim() === '' || Object.keys(problems).length > 0 || isBusy) return
    setBusy(true)
    const isSaved = await schedule(editor, { label: label.trim(), description }, scheduleInfo(form, values), t)
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Dialog
      title={form.title ?? t('Schedule query')}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isBusy}
            disabledReason={label.trim() === '' ? t('Give it a name') : undefined}
          >
            {t('Schedule')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        <TextInput label={t('Name')} value={label} onChange={setLabel} autoFocus maxLength={256} />
        <TextArea label={t('Description')} optional value={description} onChange={setDescription} />
        {form.fields.map((field) => (
          <Answer
            key={field.name}
            field={field}
            values={values}
            error={isTried ? problems[field.name] : undefined}
            onChange={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
      </div>
    </Dialog>
  )
}

/** The user's own clock, as a time without a zone. */
function localClock(): NaiveMs {
  const now = new Date()
  return (now.getTime() - now.getTimezoneOffset() * 60_000) as NaiveMs
}

interface AnswerProps {
  readonly field: ScheduleField
  readonly values: ScheduleValues
  readonly error: string | undefined
  readonly onChange: (value: ScheduleValue) => void
}

function Answer({ field, values, error, onChange }: AnswerProps) {
  const t = useText()
  const value = values[field.name] ?? null
  const shared = { label: field.title, help: field.help, error, optional: !field.isRequired }
  const text = String(value ?? '')
  switch (field.kind) {
    case 'switch':
      return <Switch label={field.title} checked={value === true} onChange={onChange} />
    case 'number':
      return <NumberInput {...shared} value={typeof value === 'number' ? value : null} onChange={onChange} />
    case 'choice':
      return (
        <Select
          {...shared}
          options={field.choices.map((choice) => ({ value: choice, label: choice }))}
          value={text === '' ? null : text}
          onChange={onChange}
        />
      )
    case 'list':
      return <TextArea {...shared} help={field.help ?? t('One in each line')} value={text} onChange={onChange} />
    case 'time':
      return <TextInput {...shared} type="datetime-local" value={text} onChange={onChange} />
    case 'text':
      return <TextInput {...shared} value={text} onChange={onChange} />
  }
}

async function schedule(
  editor: EditorTab,
  { label, description }: { readonly label: string; readonly description: string },
  info: Readonly<Record<string, unknown>>,
  t: Translate,
): Promise<boolean> {
  try {
    await savedApi.schedule(editor, label, description, info)
    void queryClient.invalidateQueries({ queryKey: ['sql-editor', 'saved'] })
    toast.success(t('Your query has been scheduled. To see details of your query, navigate to Saved queries'))
    return true
  } catch {
    toast.danger(t('Your query could not be scheduled'))
    return false
  }
}
