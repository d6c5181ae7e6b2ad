import { formatAgo, formatDateTime } from '../ui/format.ts'
import { Avatar, Badge } from '../ui/marks.tsx'
import type { Translate } from '../ui/text.ts'
import { type Person, personName } from './people.ts'

const MAX_PEOPLE = 3

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
