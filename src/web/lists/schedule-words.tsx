import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../ui/text.ts'

/** When a report is sent, in words of the language; the server knows the English ones. */
export function ScheduleWords({ crontab, english, zone }: { crontab: string; english: string; zone: string }) {
  const isGerman = useLocale() === 'de'
  const german = useQuery({
    queryKey: ['crontab-in-german', crontab],
    queryFn: async () => (await import('./german-crontab.ts')).crontabInGerman(crontab),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: isGerman,
  })
  return (
    <span className="ell" data-tip={zone}>
      {isGerman ? (german.data ?? crontab) : english}
    </span>
  )
}
