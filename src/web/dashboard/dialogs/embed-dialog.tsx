import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { TextArea, TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { domainsIn, embeddingCode } from '../model/embedding-text.ts'
import { dashboardCalls, type Embedding, embeddingQuery } from '../queries.ts'
import { useDashboard } from '../store.ts'

const WIDTH_PX = 560

/** Where other sites may show the dashboard, and what they need for it. */
export function EmbedDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useDashboard((state) => state.dashboardId)
  const { data, error, refetch } = useQuery(embeddingQuery(id))
  if (data !== undefined) return <EmbedForm key={data?.uuid} dashboardId={id} embedding={data} onClose={onClose} />
  return (
    <Dialog title={t('Embed dashboard')} width={WIDTH_PX} onClose={onClose}>
      {error ? (
        <FailedState title={t('The embedding could not be read')} onRetry={() => void refetch()}>
          {error.message}
        </FailedState>
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

interface EmbedFormProps {
  dashboardId: number
  embedding: Embedding | null
  onClose: () => void
}

function EmbedForm({ dashboardId, embedding, onClose }: EmbedFormProps) {
  const t = useText()
  const queryClient = useQueryClient()
  const [domains, setDomains] = useState(embedding?.allowed_domains.join('\n') ?? '')
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const change = async (call: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await call()
      setProblem(null)
      await queryClient.invalidateQueries({ queryKey: embeddingQuery(dashboardId).queryKey })
      toast.success(done)
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  const handleSave = () => change(() => dashboardCalls.embed(dashboardId, domainsIn(domains)), text('Embedding saved'))
  const handleStop = async () => {
    setAsking(false)
    await change(() => dashboardCalls.stopEmbedding(dashboardId), text('Embedding switched off'))
  }
  if (isAsking)
    return (
      <ConfirmDialog
        title={t('Stop embedding?')}
        confirmLabel={t('Stop embedding')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void handleStop()}
      >
        {t('Every site that shows the dashboard loses it at once. Embedded again, it has another id.')}
      </ConfirmDialog>
    )
  return (
    <Dialog
      title={t('Embed dashboard')}
      width={WIDTH_PX}
      onClose={onClose}
      onSubmit={() => void handleSave()}
      footer={
        <>
          {embedding && (
            <Button variant="danger" disabled={isBusy} onClick={() => setAsking(true)}>
              {t('Stop embedding')}
            </Button>
          )}
          <span className="grow" />
          <Button onClick={onClose}>{t('Close')}</Button>
          <Button type="submit" variant="primary" loading={isBusy}>
            {embedding ? t('Save') : t('Allow embedding')}
          </Button>
        </>
      }
    >
      <div className="col g4">
        <TextArea
          label={t('Allowed domains')}
          help={t('One a line, such as https://app.example.com. Without any, every site may show the dashboard.')}
          value={domains}
          onChange={setDomains}
          error={problem}
        />
        {embedding && <EmbeddingParts uuid={embedding.uuid} />}
      </div>
    </Dialog>
  )
}

function EmbeddingParts({ uuid }: { uuid: string }) {
  const t = useText()
  const code = embeddingCode(window.location.origin, uuid)
  return (
    <>
      <TextInput
        label={t('Id of the embedded dashboard')}
        value={uuid}
        readOnly
        onChange={() => undefined}
        right={<CopyButton label={t('Copy the id')} value={uuid} />}
      />
      <div className="col g1">
        <div className="row g2">
          <span className="b grow">{t('Code for the page that shows it')}</span>
          <CopyButton label={t('Copy the code')} value={code} />
        </div>
        <pre className="dash-embed-code">{code}</pre>
      </div>
    </>
  )
}
