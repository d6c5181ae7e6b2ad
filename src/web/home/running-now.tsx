import { useQueryClient } from '@tanstack/react-query'
import { bootstrap } from '../app/bootstrap.ts'
import { http } from '../data/http.ts'
import { Button } from '../ui/button.tsx'
import { formatDuration } from '../ui/format.ts'
import { Ring } from '../ui/progress.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import styles from './home.module.css'
import { type RunItem, useRunning } from './home-queries.ts'

/** Statements that run at this moment, each with a way to stop it. */
export function RunningNow() {
  const t = useText()
  const client = useQueryClient()
  const { data } = useRunning(bootstrap().user)
  if (!data || data.length === 0) return null
  const stop = async (run: RunItem) => {
    try {
      await http.post('/api/v1/query/stop', { client_id: run.client_id })
      toast.info(t('Query was stopped.'))
    } catch {
      toast.danger(t('Failed to stop query.'))
    }
    await client.invalidateQueries({ queryKey: ['running'] })
  }
  return (
    <section>
      <header className={styles.head}>
        <h2>{t('Running now')}</h2>
        <span className="c3 t2">{data.length}</span>
      </header>
      <ul className={styles.running}>
        {data.map((run) => (
          <li key={run.id}>
            <Ring />
            <span className="grow col">
              <b className="ell">{run.tab_name ?? run.sql.slice(0, 60)}</b>
              <span className="c3">{run.start_time ? formatDuration(Date.now() - run.start_time) : ''}</span>
            </span>
            <Button size="sm" variant="ghost" className="cd" onClick={() => void stop(run)}>
              {t('Stop')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
