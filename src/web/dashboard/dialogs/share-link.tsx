import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { TextInput } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { text, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { openTabIds } from '../model/tabs.ts'
import { dashboardCalls } from '../queries.ts'
import { useDashboardStore } from '../store.ts'

/** Makes the link when it is first seen, and offers to copy it. */
export function ShareLink() {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const { data, error, mutate } = useMutation({ mutationFn: useMakeLink() })
  useEffect(() => mutate(undefined), [mutate])
  if (error) {
    return (
      <FailedState title={t('The link could not be made')} onRetry={() => mutate(undefined)}>
        {error.message}
      </FailedState>
    )
  }
  if (data === undefined) return <Skeleton lines={2} />
  return (
    <div className="col g2">
      <TextInput
        label={t('Link to what you see')}
        help={t('Opens with these filters and tabs. It asks for no more rights than the dashboard does.')}
        value={data}
        readOnly
        onFocus={(event) => event.target.select()}
        onChange={() => undefined}
      />
      <Button
        variant="primary"
        icon={isCopied ? <IconCheck aria-hidden /> : <IconCopy aria-hidden />}
        onClick={() => void copy(data).then(setCopied)}
      >
        {isCopied ? t('Copied') : t('Copy link')}
      </Button>
    </div>
  )
}

function useMakeLink(): () => Promise<string> {
  const store = useDashboardStore()
  return async () => {
    const { dashboardId, history, masks, activeTabs } = store.getState()
    const kept = new URLSearchParams(window.location.search)
    for (const own of ['native_filters_key', 'permalink_key', 'edit']) kept.delete(own)
    const { key, url } = await dashboardCalls.permalink(dashboardId, {
      dataMask: masks,
      activeTabs: openTabIds(history.present.layout, activeTabs),
      urlParams: [...kept.entries()],
    })
    return url ?? `${window.location.origin}/superset/dashboard/p/${key}/`
  }
}

async function copy(link: string): Promise<boolean> {
  const isCopied = await writeClipboard(link)
  if (isCopied) toast.success(text('Copied to clipboard!'))
  else toast.danger(text('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
  return isCopied
}
