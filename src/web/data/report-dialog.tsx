import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/progress.tsx'
import { FailedState } from '../ui/states.tsx'
import { text, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import { ReportForm } from './report-form.tsx'
import { type ReportTarget, reportQuery } from './reports.ts'

interface ReportDialogProps {
  readonly target: ReportTarget
  onClose(): void
}

/** The report of the user about a chart or dashboard: set up, changed, switched off, deleted. */
export function ReportDialog({ target, onClose }: ReportDialogProps) {
  const t = useText()
  const { data, error, isFetchedAfterMount, refetch } = useQuery(reportQuery(target))
  useEffect(() => {
    if (error) toast.danger(failureText(target))
  }, [error, target])
  if (data !== undefined && isFetchedAfterMount && !error)
    return <ReportForm key={data?.id ?? 'new'} target={target} report={data} onClose={onClose} />
  return (
    <Dialog title={t('Email report')} width={520} onClose={onClose}>
      {error && isFetchedAfterMount ? (
        <FailedState title={t('The report could not be read')} details={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={6} height={20} />
      )}
    </Dialog>
  )
}

const failureText = ({ method }: ReportTarget) =>
  method === 'dashboards'
    ? text('There was an issue fetching reports attached to this dashboard.')
    : text('There was an issue fetching reports attached to this chart.')
