import { tagPath } from '../app/places.ts'
import { formatAgo, formatDateTime } from '../ui/format.ts'
import { Avatar, Badge } from '../ui/marks.tsx'
import { Link } from '../ui/router.tsx'
import type { Translate } from '../ui/text.ts'
import { type Person, personName } from './people.ts'

const MAX_PEOPLE = 3
const MAX_TAGS = 4
const TAG_CHARACTERS = 20

export interface ObjectTag {
  readonly id: number
  readonly name: string
  /** A number in lists, a name among tagged objects; only tags that people give are shown. */
  readonly type: number | string
}

interface TagLinksProps {
  readonly tags: readonly ObjectTag[] | undefined
  /** How many are shown, and how many letters of each. */
  readonly most?: number
  readonly letters?: number
}

/** Tags as links to everything that carries them. */
export function TagLinks({ tags = [], most = MAX_TAGS, letters = TAG_CHARACTERS }: TagLinksProps) {
  const shown = tags.filter(({ type }) => type === 1 || type === 'TagType.custom')
  if (shown.length === 0) return null
  return (
    <span className="tags">
      {shown.slice(0, most).map(({ id, name }) => (
        <Link key={id} to={tagPath(id)} className="tag" data-tip={name.length > letters ? name : undefined}>
          {name.length > letters ? `${name.slice(0, letters)}…` : name}
        </Link>
      ))}
      {shown.length > most && <span className="c3">+{shown.length - most}</span>}
    </span>
  )
}

/** How long ago, with the moment as a tooltip. */
export function Ago({ time }: { time: string | number | null | undefined }) {
  if (time === null || time === undefined || time === '') return <span className="c3">–</span>
  return (
    <time className="c2" data-tip={formatDateTime(time)}>
      {formatAgo(time, Date.now())}
    </time>
  )
}

export function People({ people }: { people: readonly Person[] | undefined }) {
  if (!people || people.length === 0) return <span className="c3">–</span>
  return (
    <span className="row g1">
      {people.slice(0, MAX_PEOPLE).map((person) => (
        <Avatar key={person.id ?? personName(person)} name={personName(person)} />
      ))}
      {people.length > MAX_PEOPLE && <span className="c3">+{people.length - MAX_PEOPLE}</span>}
    </span>
  )
}

export const Certified = ({ by, t }: { by: string | null | undefined; t: Translate }) =>
  by ? <Badge tone="ok">{t('Certified')}</Badge> : null
