import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { HttpError } from '../http.ts'
import { selectAll } from './select-all.ts'
import { lookInto, placesQuery, upload } from './upload-calls.ts'
import { UploadFields } from './upload-fields.tsx'
import { firstForm, type UploadForm, type UploadPlace } from './upload-form.ts'
import { UploadPreview } from './upload-preview.tsx'
import { UploadProgress } from './upload-progress.tsx'
import type { UploadedTable } from './uploaded-table.ts'

const WIDTH_PX = 880

interface UploadDialogProps {
  file: File
  onClose: () => void
  onUploaded: (table: UploadedTable) => void
}

/** Shows what a file holds and makes a table of it. */
export function UploadDialog({ file, onClose, onUploaded }: UploadDialogProps) {
  const t = useText()
  const places = useQuery(placesQuery(''))
  const first = places.data?.places[0]
  if (first) return <UploadSheet file={file} first={first} onClose={onClose} onUploaded={onUploaded} />
  return (
    <Dialog title={t('Upload a file')} width={WIDTH_PX} onClose={onClose}>
      {places.isError ? (
        <FailedState title={t('The connections could not be read')} onRetry={() => void places.refetch()} />
      ) : places.data ? (
        <EmptyState title={t('No connection takes files')}>
          {t('An administrator can allow uploads in the settings of a connection.')}
        </EmptyState>
      ) : (
        <Skeleton lines={6} height={20} />
      )}
    </Dialog>
  )
}

type SheetProps = UploadDialogProps & { first: UploadPlace }

function UploadSheet({ file, first, onClose, onUploaded }: SheetProps) {
  const t = useText()
  const [place, setPlace] = useState(first)
  const [form, setForm] = useState<UploadForm>(() => firstForm(file.name, first))
  const { delimiter, hasHeader, sheet, types } = form
  const look = useQuery({
    queryKey: ['upload-look', file.name, file.size, file.lastModified, delimiter, hasHeader, sheet],
    queryFn: ({ signal }) => lookInto(file, { ...form, types: {} }, signal),
    retry: false,
  })
  const sending = useSending(file, form, place.backend, onUploaded)
  const change = (by: Partial<UploadForm>) => setForm((before) => ({ ...before, ...by }))
  const handlePlace = (next: UploadPlace) => {
    setPlace(next)
    change({ placeId: next.id, schema: next.schemas[0] ?? '' })
  }
  const isReady = look.data !== undefined && form.table.trim() !== '' && !sending.isBusy
  return (
    <Dialog
      title={t('Upload {{file}}', { file: file.name })}
      width={WIDTH_PX}
      onClose={onClose}
      onDismiss={() => (sending.isBusy ? undefined : onClose())}
      onSubmit={() => isReady && void sending.start()}
      footer={
        <>
          {sending.isBusy && <UploadProgress percent={sending.percent} bytes={file.size} />}
          <Button onClick={sending.isBusy ? sending.stop : onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!isReady && !sending.isBusy} loading={sending.isBusy}>
            {t('Create table')}
          </Button>
        </>
      }
    >
      <div className="col g3">
        <UploadFields
          form={form}
          place={place}
          file={look.data ?? null}
          failure={sending.failure}
          onChange={change}
          onPlace={handlePlace}
        />
        {look.isError ? (
          <FailedState title={t('The file cannot be read')} onRetry={() => void look.refetch()}>
            {look.error.message}
          </FailedState>
        ) : look.data ? (
          <UploadPreview file={look.data} types={types} onTypes={(next) => change({ types: next })} />
        ) : (
          <Skeleton lines={8} height={20} />
        )}
      </div>
    </Dialog>
  )
}

/** Sends the file; a stop leaves no table behind. */
function useSending(file: File, form: UploadForm, backend: string, onUploaded: (table: UploadedTable) => void) {
  const [isBusy, setBusy] = useState(false)
  const [percent, setPercent] = useState(0)
  const [failure, setFailure] = useState<HttpError | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    setPercent(0)
    setFailure(null)
    try {
      await upload(file, form, controller.signal, (fraction) => setPercent(Math.floor(fraction * 100)))
      const [schema, table] = [form.schema, form.table.trim()]
      onUploaded({ dbId: form.placeId, schema, table, sql: selectAll(backend, schema, table) })
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error instanceof HttpError ? error : new HttpError(0, String(error)))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, percent, failure, start, stop: () => running.current?.abort() }
}
