import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { type FavoriteKind, useToggleFavorite } from '../data/favorites.ts'
import { IconButton } from '../ui/button.tsx'
import { text, useText } from '../ui/text.ts'
import { toast } from '../ui/toast.ts'

const FAILED = {
  dashboard: 'There was an issue favoriting this dashboard.',
  chart: 'An error occurred while starring this chart',
} as const

interface StarProps {
  kind: FavoriteKind
  id: number
  name: string
  isOn: boolean
}

/** Marks a favourite. */
export function Star({ kind, id, name, isOn }: StarProps) {
  const t = useText()
  const toggle = useToggleFavorite(kind, () => toast.danger(text(FAILED[kind])))
  return (
    <IconButton
      size="sm"
      className={isOn ? 'star on' : 'star'}
      label={isOn ? t('Remove {{name}} from favourites', { name }) : t('Add {{name}} to favourites', { name })}
      aria-pressed={isOn}
      icon={isOn ? <IconStarFilled className="s f" aria-hidden /> : <IconStar className="s" aria-hidden />}
      onClick={() => toggle.mutate({ id, on: !isOn })}
    />
  )
}
