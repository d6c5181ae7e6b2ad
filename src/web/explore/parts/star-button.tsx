import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconButton } from '../../ui/button.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { setStar, starQuery } from '../queries.ts'
import { useExplore } from '../store.ts'

/** Puts a saved chart among the favourites. */
export function StarButton() {
  const id = useExplore((store) => store.slice?.slice_id ?? null)
  return id === null ? null : <Star id={id} />
}

function Star({ id }: { id: number }) {
  const t = useText()
  const client = useQueryClient()
  const query = starQuery(id)
  const { data } = useQuery(query)
  const isStarred = data ?? false
  const star = useMutation({
    mutationFn: () => setStar(id, !isStarred),
    onSuccess: () => client.setQueryData(query.queryKey, !isStarred),
    onError: () => toast.danger(t('An error occurred while starring this chart')),
  })
  return (
    <IconButton
      label={isStarred ? t('Remove from favourites') : t('Add to favourites')}
      aria-pressed={isStarred}
      icon={isStarred ? <IconStarFilled /> : <IconStar />}
      disabled={star.isPending}
      onClick={() => star.mutate()}
    />
  )
}
