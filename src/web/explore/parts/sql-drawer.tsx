import { IconCopy, IconTerminal2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PATHS } from '../../app/places.ts'
import { fetchChartSql } from '../../data/chart-data.ts'
import { useTimeZone } from '../../data/time-zone.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { writeClipboard } from '../../ui/clipboard.ts'
import { Drawer } from '../../ui/dialog.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import styles from '../explore.module.css'
import { useExplore, useForm } from '../store.ts'

/** The SQL that the settings make, without running it. */
export function SqlDrawer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const form = useForm()
  const databaseId = useExplore((store) => store.dataset.database?.id)
  const timeZone = useTimeZone()
  const { data, error, refetch } = useQuery({
    queryKey: ['chart-sql', JSON.stringify(form), timeZone],
    queryFn: () => fetchChartSql(form, { timeZone }),
    gcTime: 0,
  })
  const sql = data?.join('\n\n') ?? ''
  const handleCopy = async () => {
    if (await writeClipboard(sql)) toast.success(t('Copied to clipboard!'))
    else toast.danger(t('Sorry, your browser does not support copying. Use Ctrl / Cmd + C!'))
  }
  const editor = new URLSearchParams({ sql, ...(databaseId === undefined ? {} : { dbid: String(databaseId) }) })
  return (
    <Drawer
      title={t('SQL of this chart')}
      width={640}
      onClose={onClose}
      footer={
        sql && (
          <>
            <LinkButton variant="ghost" icon={<IconTerminal2 />} to={`${PATHS.sqlEditor}?${editor}`}>
              {t('Open in SQL editor')}
            </LinkButton>
            <span className="grow" />
            <Button variant="primary" icon={<IconCopy />} onClick={() => void handleCopy()}>
              {t('Copy')}
            </Button>
          </>
        )
      }
    >
      {error && (
        <FailedState title={t('The SQL could not be written')} onRetry={() => void refetch()}>
          {error.message}
        </FailedState>
      )}
      {!error && data === undefined && <Skeleton lines={5} />}
      {sql && <pre className={styles.sql}>{sql}</pre>}
    </Drawer>
  )
}
