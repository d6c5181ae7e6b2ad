import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemMessage } from '../app/messages.ts'
import { Button } from '../ui/button.tsx'
import { DataTable, type TableColumn } from '../ui/data-table.tsx'
import { ConfirmDialog } from '../ui/dialog.tsx'
import { formatAgo, formatDateTime } from '../ui/format.ts'
import { Badge } from '../ui/marks.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { Skeleton } from '../ui/progress.tsx'
import { EmptyState, FailedState } from '../ui/states.tsx'
import { type Translate, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import styles from './account.module.css'
import { type ApiKey, keysQuery, revokeKey } from './keys.ts'
import { NewKeyDialog } from './new-key-dialog.tsx'

/** Keys by which scripts come as the signed-in user. */
export function ApiKeys() {
  const t = useText()
  const queryClient = useQueryClient()
  const { data, error, refetch } = useQuery(keysQuery)
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const renew = () => queryClient.invalidateQueries({ queryKey: keysQuery.queryKey })
  const handleRevoke = async (key: ApiKey) => {
    try {
      await revokeKey(key.uuid)
      toast.success(t('The key is revoked'))
    } catch (cause) {
      toast.danger(problemMessage(cause, t).reason)
    }
    await renew()
  }
  return (
    <section className={styles.keys} aria-label={t('API keys')}>
      <header className={styles.head}>
        <div className="grow col g1">
          <h2 className={styles.title}>{t('API keys')}</h2>
          <p className="c2">{t('A script or an agent that sends a key comes as you, without your password.')}</p>
        </div>
        <Button icon={<IconPlus aria-hidden />} onClick={() => setMaking(true)}>
          {t('New API key')}
        </Button>
      </header>
      {!data && !error && <Skeleton lines={3} />}
      {error && (
        <FailedState title={t('The keys could not be read')} onRetry={() => void refetch()}>
          {problemMessage(error, t).reason}
        </FailedState>
      )}
      {data?.length === 0 && (
        <EmptyState icon={<IconKey aria-hidden />} title={t('No API keys yet')}>
          {t('Make one for each script, so that it can be revoked alone.')}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <DataTable
          label={t('API keys')}
          rows={data}
          columns={columns(t)}
          rowKey={({ uuid }) => uuid}
          rowName={({ name }) => name}
          rowActions={(key): MenuItem[] =>
            key.active ? [{ label: t('Revoke'), danger: true, onSelect: () => setRevoked(key) }] : []
          }
        />
      )}
      {isMaking && <NewKeyDialog onMade={() => void renew()} onClose={() => setMaking(false)} />}
      {revoked && (
        <ConfirmDialog
          title={t('Revoke {{name}}?', { name: revoked.name })}
          confirmLabel={t('Revoke')}
          danger
          onClose={() => setRevoked(null)}
          onConfirm={() => handleRevoke(revoked)}
        >
          {t('Whatever uses the key is refused from now on. A revoked key does not come back.')}
        </ConfirmDialog>
      )}
    </section>
  )
}

const columns = (t: Translate): readonly TableColumn<ApiKey>[] => [
  {
    id: 'name',
    header: t('Name'),
    cell: (key) => (
      <span className={styles.name}>
        <span className="ell" data-tip={key.name}>
          {key.name}
        </span>
        <code className="c3 wide-only">{key.key_prefix}…</code>
      </span>
    ),
  },
  { id: 'scopes', header: t('May'), width: 150, cell: ({ scopes }) => scopeWords(scopes, t), wideOnly: true },
  { id: 'used', header: t('Last used'), width: 110, cell: ({ last_used_on }) => ago(last_used_on, t), wideOnly: true },
  { id: 'state', header: t('Valid until'), width: 160, cell: (key) => <Validity of={key} /> },
]

/** What a key is for, in words. */
function scopeWords(scopes: string | null, t: Translate): string {
  if (scopes === null) return t('All that I may')
  return scopes.includes('sql') ? t('Read and run SQL') : t('Read')
}

const ago = (time: string | null, t: Translate) =>
  time === null ? <span className="c3">{t('Never')}</span> : <span className="c2">{formatAgo(time, Date.now())}</span>

function Validity({ of: key }: { of: ApiKey }) {
  const t = useText()
  if (key.revoked_on !== null) return <Badge>{t('Revoked')}</Badge>
  if (!key.active) return <Badge>{t('Expired')}</Badge>
  return (
    <span className="c2">{key.expires_on === null ? t('Until it is revoked') : formatDateTime(key.expires_on)}</span>
  )
}
