import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReportedObject } from '../../../resources/kit/transfer.ts'
import { problemMessage } from '../../app/messages.ts'
import { HttpError } from '../../data/http.ts'
import { invalidateList } from '../../data/list.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { importArchive, inspectArchive, type Secrets } from './import-calls.ts'
import { Report } from './report.tsx'
import { type ImportPlan, needsOverwrite, planOf } from './report-model.ts'
import { SecretFields } from './secret-fields.tsx'

interface ImportDialogProps {
  kind: ReportedObject['kind']
  file: File
  onClose: () => void
}

const RESOURCES = ['dashboard', 'chart', 'dataset', 'database', 'saved_query'] as const

/** What an archive would do here, then the import. */
export function ImportDialog({ kind, file, onClose }: ImportDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const [typed, setTyped] = useState<Secrets>({})
  const [secrets, setSecrets] = useState<Secrets>({})
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')
  const [fault, setFault] = useState<string | null>(null)
  const report = useQuery({
    queryKey: ['import-report', kind, file.name, file.size, file.lastModified, secrets],
    queryFn: ({ signal }) => inspectArchive(kind, file, secrets, signal),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const asksSecrets = (report.data?.secrets.length ?? 0) > 0
  const handleSubmit = async () => {
    if (!report.data || state === 'done') return onClose()
    if (asksSecrets) return setSecrets(typed)
    setState('busy')
    setFault(null)
    try {
      await importArchive(kind, file, secrets, needsOverwrite(kind, report.data))
      setState('done')
      for (const resource of RESOURCES) await invalidateList(client, resource)
    } catch (error) {
      setFault(problemMessage(error, t).reason)
      setState('open')
    }
  }
  return (
    <Dialog
      title={state === 'done' ? t('Imported {{name}}', { name: file.name }) : t('Import {{name}}', { name: file.name })}
      width={720}
      onClose={onClose}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <span className="t1 cd grow" role="alert">
            {fault}
          </span>
          <Buttons
            plan={report.data && state !== 'done' ? planOf(report.data) : 'nothing'}
            asksSecrets={asksSecrets}
            isBusy={state === 'busy'}
            onClose={onClose}
          />
        </>
      }
    >
      {report.isPending && <Skeleton lines={5} />}
      {report.error && (
        <FailedState title={t('The file cannot be imported')}>
          {isOfOtherKind(report.error)
            ? t('The file holds an export of something else. Import it in the list of what it holds.')
            : problemMessage(report.error, t).reason}
        </FailedState>
      )}
      {report.data && asksSecrets && <SecretFields asked={report.data.secrets} typed={typed} onChange={setTyped} />}
      {report.data && !asksSecrets && <Report report={report.data} isDone={state === 'done'} />}
    </Dialog>
  )
}

/** Whether the server says that the archive is the export of another kind of objects. */
function isOfOtherKind(error: Error): boolean {
  const about = error instanceof HttpError ? error.errors[0]?.extra?.['metadata.yaml'] : null
  return typeof about === 'object' && about !== null && 'type' in about
}

interface ButtonsProps {
  plan: ImportPlan
  asksSecrets: boolean
  isBusy: boolean
  onClose: () => void
}

function Buttons({ plan, asksSecrets, isBusy, onClose }: ButtonsProps) {
  const t = useText()
  if (!asksSecrets && (plan === 'refused' || plan === 'nothing')) return <Button onClick={onClose}>{t('Close')}</Button>
  return (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      {asksSecrets ? (
        <Button type="submit" variant="primary">
          {t('Continue')}
        </Button>
      ) : (
        <Button type="submit" variant={plan === 'overwrite' ? 'danger-solid' : 'primary'} loading={isBusy}>
          {plan === 'overwrite' ? t('Overwrite and import') : t('Import')}
        </Button>
      )}
    </>
  )
}
