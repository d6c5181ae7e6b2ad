import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { VersionLine, WholeVersion } from '../../../resources/kit/version-routes.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatAgo, formatDateTime } from '../../ui/format.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState, FailedState } from '../../ui/states.tsx'
import { type Translate, useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { ChangeList } from '../changes/change-list.tsx'
import { http } from '../http.ts'
import { nameKey, nameQuery } from './referred.ts'
import { referredIn, versionChanges } from './version-changes.ts'
import styles from './versions.module.css'

interface VersionsDialogProps {
  resource: 'chart' | 'dashboard' | 'saved_query'
  id: number
  name: string
  onClose: () => void
  onRestored: () => void
}

/** Every saved version of an object: what changed between any two, and the way back. */
export function VersionsDialog({ resource, id, name, onClose, onRestored }: VersionsDialogProps) {
  const t = useText()
  const path = `/api/v1/${resource}/${id}/versions/`
  const list = useQuery({
    queryKey: ['versions', resource, id],
    queryFn: async ({ signal }) => (await http.get<{ result: readonly VersionLine[] }>(path, { signal })).result,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog title={t('Versions of {{name}}', { name })} width={960} onClose={onClose}>
      {list.isPending && <Skeleton lines={6} />}
      {list.isError && (
        <FailedState title={t('The versions could not be listed')} onRetry={() => void list.refetch()}>
          {list.error.message}
        </FailedState>
      )}
      {list.data?.length === 0 && (
        <EmptyState title={t('No version is kept yet')}>{t('Each save keeps one.')}</EmptyState>
      )}
      {list.data && list.data.length > 0 && (
        <Versions
          path={path}
          lines={list.data}
          onRestored={(number) => {
            toast.success(t('Version {{number}} is back, as the latest one', { number }))
            onRestored()
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

interface VersionsProps {
  path: string
  lines: readonly VersionLine[]
  onRestored: (number: number) => void
}

function Versions({ path, lines, onRestored }: VersionsProps) {
  const t = useText()
  const latest = lines[0]?.number ?? 1
  const [shown, setShown] = useState(latest)
  const [chosen, setChosen] = useState<number | null>(null)
  const before = (chosen === shown ? null : chosen) ?? lines.find(({ number }) => number < shown)?.number ?? latest
  return (
    <div className={styles.split}>
      <ol className={styles.list} aria-label={t('Versions')}>
        {lines.map((line) => (
          <li key={line.number}>
            <button
              type="button"
              className={styles.version}
              aria-current={line.number === shown || undefined}
              onClick={() => setShown(line.number)}
            >
              <span className="row g2">
                <span className="b grow">{t('Version {{number}}', { number: line.number })}</span>
                {line.number === latest && <span className="c3">{t('latest')}</span>}
              </span>
              <span className="c2" data-tip={formatDateTime(line.created_on)}>
                {whoAndWhen(line, t)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <section className={styles.changes} aria-label={t('Changes')}>
        <div className={styles.head}>
          <span>{t('Version {{number}} compared with', { number: shown })}</span>
          <Select
            ariaLabel={t('Compared with')}
            value={String(before)}
            options={lines.map((line) => ({
              value: String(line.number),
              label: t('Version {{number}}', { number: line.number }),
              hint: formatAgo(line.created_on, Date.now()),
            }))}
            onChange={(value) => setChosen(Number(value))}
          />
          <span className="grow" />
          {shown !== latest && <RestoreButton path={path} number={shown} onRestored={onRestored} />}
        </div>
        <Comparison path={path} before={before} after={shown} />
      </section>
    </div>
  )
}

function whoAndWhen({ created_on, created_by }: VersionLine, t: Translate): string {
  const ago = formatAgo(created_on, Date.now())
  return created_by ? t('{{ago}} by {{name}}', { ago, name: `${created_by.first_name} ${created_by.last_name}` }) : ago
}

const versionQuery = (path: string, number: number) => ({
  queryKey: ['version', path, number],
  queryFn: async () => (await http.get<{ result: WholeVersion }>(`${path}${number}`)).result,
})

function Comparison({ path, before, after }: { path: string; before: number; after: number }) {
  const t = useText()
  const old = useQuery(versionQuery(path, before))
  const now = useQuery(versionQuery(path, after))
  const states = old.data && now.data ? ([old.data.state, now.data.state] as const) : null
  const referred = states === null ? [] : referredIn(...states, t)
  const names = useQueries({ queries: referred.map(nameQuery) })
  if (old.isError || now.isError) return <FailedState title={t('The version could not be read')} />
  if (states === null || names.some(({ isPending }) => isPending)) return <Skeleton lines={5} />
  const known = new Map(referred.map((one, at) => [nameKey(one), names[at]?.data ?? null]))
  const changes = versionChanges(...states, t, (one) => known.get(nameKey(one)) ?? null)
  if (changes.length > 0) return <ChangeList changes={changes} />
  return <EmptyState title={before === after ? t('This is the same version') : t('These versions are the same')} />
}

function RestoreButton({ path, number, onRestored }: Pick<VersionsProps, 'path' | 'onRestored'> & { number: number }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const handleRestore = async () => {
    setBusy(true)
    try {
      await http.post(`${path}${number}/restore`)
      onRestored(number)
    } catch (error) {
      toast.danger(error instanceof Error ? error.message : t('An error occurred'))
      setBusy(false)
    }
  }
  return (
    <Button variant="primary" loading={isBusy} onClick={() => void handleRestore()}>
      {t('Restore version {{number}}', { number })}
    </Button>
  )
}
