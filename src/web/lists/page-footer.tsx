import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { IconButton } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { useText } from '../ui/text.ts'

interface PageFooterProps {
  page: number
  pageSize: number
  count: number
  onPage: (page: number) => void
  hint: string
}

/** Where in the list one is, and the way to the next page. */
export function PageFooter({ page, pageSize, count, onPage, hint }: PageFooterProps) {
  const t = useText()
  const first = page * pageSize + 1
  const last = Math.min(count, (page + 1) * pageSize)
  const isMany = count > pageSize
  return (
    <footer className="status list-status">
      <span role="status">
        {count > 0 &&
          t('{{first}} – {{last}} of {{total}}', {
            first: formatCount(first),
            last: formatCount(last),
            total: formatCount(count),
          })}
      </span>
      {isMany && (
        <span className="row g1">
          <IconButton
            size="sm"
            label={t('Previous page')}
            icon={<IconChevronLeft className="s" aria-hidden />}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            size="sm"
            label={t('Next page')}
            icon={<IconChevronRight className="s" aria-hidden />}
            disabled={last >= count}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
      <span className="end wide-only">{hint}</span>
    </footer>
  )
}
