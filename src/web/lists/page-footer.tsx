import { IconChevronLeft, IconChevronLeftPipe, IconChevronRight, IconChevronRightPipe } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { useCommand } from '../ui/commands.ts'
import { formatCount } from '../ui/format.ts'
import { Select } from '../ui/select.tsx'
import { useText } from '../ui/text.ts'
import { useViewport } from '../ui/viewport.ts'
import { PAGE_SIZES } from './list-state.ts'

interface PageFooterProps {
  page: number
  pageSize: number
  count: number
  onPage: (page: number) => void
  onPageSize: (pageSize: number) => void
  hint: string
}

/** Where in the list one is, the ways to other pages, and how long a page is. */
export function PageFooter({ page, pageSize, count, onPage, onPageSize, hint }: PageFooterProps) {
  const t = useText()
  const first = page * pageSize + 1
  const last = Math.min(count, (page + 1) * pageSize)
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
      {count > pageSize && <PageSteps page={page} end={Math.ceil(count / pageSize) - 1} onPage={onPage} />}
      {count > PAGE_SIZES[0] && (
        <Select
          size="sm"
          className="wide-only"
          ariaLabel={t('Rows per page')}
          prefix={t('Rows per page')}
          value={pageSize}
          options={PAGE_SIZES.map((value) => ({ value, label: String(value) }))}
          onChange={onPageSize}
        />
      )}
      <span className="end wide-only">{hint}</span>
    </footer>
  )
}

interface PageStepsProps {
  page: number
  /** The last page. */
  end: number
  onPage: (page: number) => void
}

function PageSteps({ page, end, onPage }: PageStepsProps) {
  const t = useText()
  const atStart = page === 0 ? t('This is the first page') : undefined
  const atEnd = page >= end ? t('This is the last page') : undefined
  return (
    <span className="row">
      <Step
        id="list.firstPage"
        label={t('First page')}
        keys="Alt+Shift+PageUp"
        icon={<IconChevronLeftPipe className="s" aria-hidden />}
        whyNot={atStart}
        onStep={() => onPage(0)}
      />
      <Step
        id="list.previousPage"
        label={t('Previous page')}
        keys="Alt+PageUp"
        icon={<IconChevronLeft className="s" aria-hidden />}
        whyNot={atStart}
        onStep={() => onPage(page - 1)}
      />
      <Step
        id="list.nextPage"
        label={t('Next page')}
        keys="Alt+PageDown"
        icon={<IconChevronRight className="s" aria-hidden />}
        whyNot={atEnd}
        onStep={() => onPage(page + 1)}
      />
      <Step
        id="list.lastPage"
        label={t('Last page')}
        keys="Alt+Shift+PageDown"
        icon={<IconChevronRightPipe className="s" aria-hidden />}
        whyNot={atEnd}
        onStep={() => onPage(end)}
      />
    </span>
  )
}

interface StepProps {
  id: string
  label: string
  keys: string
  icon: ReactNode
  /** Why there is no such step; the button keeps the keyboard, so that one press too many leads nowhere else. */
  whyNot: string | undefined
  onStep: () => void
}

function Step({ id, label, keys, icon, whyNot, onStep }: StepProps) {
  const t = useText()
  const isPhone = useViewport() === 'phone'
  useCommand({ id, label, group: t('Here'), keys, run: onStep, when: () => whyNot === undefined })
  return (
    <IconButton
      size={isPhone ? 'md' : 'sm'}
      label={label}
      keys={keys}
      icon={icon}
      disabledReason={whyNot}
      onClick={onStep}
    />
  )
}
