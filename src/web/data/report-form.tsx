import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { bootstrap } from '../app/bootstrap.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog } from '../ui/dialog.tsx'
import { TextArea, TextInput } from '../ui/field.tsx'
import { text, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { FormatField, RecipientsField, ScheduleFields, wrongWith } from './report-delivery.tsx'
import { ReportState } from './report-state.tsx'
import { type Report, type ReportFields, type ReportTarget, reportCalls, reportQuery } from './reports.ts'

const EVERY_MONDAY = '0 9 * * 1'

interface ReportFormProps {
  readonly target: ReportTarget
  readonly report: Report | null
  onClose(): void
}

/** The fields of a report; those of a stored one with its state above. */
export function ReportForm({ target, report, onClose }: ReportFormProps) {
  const t = useText()
  const [fields, setFields] = useState<ReportFields>(() => report ?? newFields(target))
  const [isRemoving, setRemoving] = useState(false)
  const save = useSave(target, report, onClose)
  const isComplete = [fields.name, fields.crontab, fields.recipients].every((one) => one.trim() !== '')
  const handleSubmit = () => {
    if (isComplete && !save.isPending) save.mutate(fields)
  }
  if (isRemoving && report)
    return <RemoveDialog target={target} report={report} onClose={() => setRemoving(false)} onRemoved={onClose} />
  return (
    <Dialog
      title={report ? t('Edit email report') : t('Set up an email report')}
      width={520}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          {report && (
            <Button variant="danger" onClick={() => setRemoving(true)}>
              {t('Delete')}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isComplete} loading={save.isPending}>
            {report ? t('Save') : t('Create')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        {report && <ReportState target={target} report={report} />}
        <Inputs fields={fields} error={save.error} onChange={(part) => setFields({ ...fields, ...part })} />
      </div>
    </Dialog>
  )
}

interface InputsProps {
  readonly fields: ReportFields
  readonly error: Error | null
  onChange(part: Partial<ReportFields>): void
}

function Inputs({ fields, error, onChange }: InputsProps) {
  const t = useText()
  const wrong = (field: string) => wrongWith(error, field)
  return (
    <>
      <TextInput
        label={t('Name')}
        maxLength={150}
        error={wrong('name')}
        value={fields.name}
        onChange={(name) => onChange({ name })}
      />
      <TextArea
        label={t('Description')}
        optional
        rows={2}
        maxLength={10_000}
        value={fields.description}
        onChange={(description) => onChange({ description })}
      />
      <ScheduleFields fields={fields} error={error} onChange={onChange} />
      <FormatField fields={fields} onChange={onChange} />
      <RecipientsField fields={fields} error={error} onChange={onChange} />
      {error && !FIELDS.some((field) => wrong(field)) && (
        <p className="cd" role="alert">
          {error.message}
        </p>
      )}
    </>
  )
}

const FIELDS = ['name', 'crontab', 'recipients']

function newFields({ name }: ReportTarget): ReportFields {
  return {
    name: text('Report: {{name}}', { name }).slice(0, 150),
    description: '',
    crontab: EVERY_MONDAY,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC',
    format: 'TEXT',
    recipients: bootstrap().user?.email ?? '',
  }
}

function useSave(target: ReportTarget, report: Report | null, onSaved: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (fields: ReportFields) =>
      report ? reportCalls.update(report.id, fields) : reportCalls.create(target, fields),
    onSuccess: async () => {
      toast.success(report ? text('Report updated') : text('The report has been created'))
      onSaved()
      await client.invalidateQueries({ queryKey: reportQuery(target).queryKey })
    },
  })
}

interface RemoveDialogProps {
  readonly target: ReportTarget
  readonly report: Report
  onClose(): void
  onRemoved(): void
}

function RemoveDialog({ target, report, onClose, onRemoved }: RemoveDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const handleRemove = async () => {
    try {
      await reportCalls.remove(report.id)
      toast.success(text('Deleted: {{name}}', { name: report.name }))
      client.setQueryData(reportQuery(target).queryKey, null)
      onRemoved()
    } catch {
      toast.danger(text('Your report could not be deleted'))
    }
  }
  return (
    <ConfirmDialog
      title={t('Delete {{name}}', { name: report.name })}
      confirmLabel={t('Delete')}
      danger
      onConfirm={handleRemove}
      onClose={onClose}
    >
      <p>{t('Nobody gets it any more.')}</p>
    </ConfirmDialog>
  )
}
