import type { ReactNode } from 'react'
import { localeTag } from '../../ui/text.ts'
import { agoIn } from '../ago-words.ts'
import { Ago } from '../cells.tsx'
import type { ListColumn } from '../list-kind.ts'

/** The name of a row after the mark of its kind. */
export function MarkedName({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      {icon}
      <span className="ell b">{children}</span>
    </>
  )
}

/** A text that may be missing, left out on phones. */
export const textColumn = <Row,>(
  id: string,
  header: string,
  order: string,
  textOf: (row: Row) => string | null,
): ListColumn<Row> => ({
  id,
  header,
  order,
  wideOnly: true,
  cell: (row) => <span className="ell c2">{textOf(row) || '–'}</span>,
})

/** How long ago a row was changed, from the words of the server. */
export const changedColumn: ListColumn<{ readonly changed_on_delta_humanized?: string | undefined }> = {
  id: 'changed',
  header: 'Changed',
  order: 'changed_on_delta_humanized',
  align: 'right',
  width: 130,
  wideOnly: true,
  cell: (row) => <span className="c2">{agoIn(localeTag(), row.changed_on_delta_humanized ?? '')}</span>,
}

/** How long ago a row was changed, from the instant. */
export const changedAtColumn = <Row,>(timeOf: (row: Row) => string): ListColumn<Row> => ({
  id: 'changed',
  header: 'Changed',
  order: 'changed_on_delta_humanized',
  align: 'right',
  width: 120,
  cell: (row) => <Ago time={timeOf(row)} />,
})
