import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { http } from '../data/http.ts'
import { invalidateList } from '../data/list.ts'
import { TagSelect } from '../data/tag-select.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'
import type { ListKind } from './list-kind.ts'

type Tagged = NonNullable<ListKind<unknown>['tagged']>

interface BulkAnswer {
  readonly result: { readonly objects_skipped: readonly unknown[] }
}

interface TagDialogProps {
  resource: string
  tagged: Tagged
  ids: readonly number[]
  onClose: () => void
  onTagged: () => void
}

/** Gives tags to several rows; those that they carry stay. */
export function TagDialog({ resource, tagged, ids, onClose, onTagged }: TagDialogProps) {
  const t = useText()
  const client = useQueryClient()
  const [names, setNames] = useState<readonly string[]>([])
  const give = useMutation({
    mutationFn: () => {
      const objects = ids.map((id) => [tagged, id])
      const tags = names.map((name) => ({ name, objects_to_tag: objects }))
      return http.post<BulkAnswer>('/api/v1/tag/bulk_create', { tags })
    },
    onSuccess: ({ result }) => {
      const skipped = result.objects_skipped.length
      if (skipped === 0) toast.success(t('{{count}} row was tagged|{{count}} rows were tagged', { count: ids.length }))
      else toast.warning(t('{{count}} row is not yours to tag|{{count}} rows are not yours to tag', { count: skipped }))
      invalidateList(client, resource).catch(() => undefined)
      onTagged()
    },
  })
  return (
    <Dialog
      title={t('Give tags to {{count}} row|Give tags to {{count}} rows', { count: ids.length })}
      onClose={onClose}
      onSubmit={() => {
        if (names.length > 0) give.mutate()
      }}
      footer={
        <>
          {give.error && (
            <span className="t1 cd grow" role="alert">
              {give.error.message}
            </span>
          )}
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary" disabled={names.length === 0} loading={give.isPending}>
            {t('Add tags')}
          </Button>
        </>
      }
    >
      <TagSelect label={t('Tags')} value={names} onChange={setNames} />
    </Dialog>
  )
}
