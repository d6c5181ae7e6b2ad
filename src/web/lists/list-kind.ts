import type { ReactNode } from 'react'
import type { ReportedObject } from '../../resources/kit/transfer.ts'
import type { FavoriteKind } from '../data/favorites.ts'
import type { ListFilter } from '../data/list.ts'
import type { MenuItem } from '../ui/menu-item.ts'
import type { Translate } from '../ui/text.ts'

export interface ListColumn<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row, t: Translate) => ReactNode
  readonly align?: 'left' | 'right'
  readonly width?: number | string
  /** The server's name of the order; without it the column cannot be sorted. */
  readonly order?: string
  readonly wideOnly?: boolean
  readonly roomyOnly?: boolean
}

export interface ListChoice {
  readonly id: string
  readonly label: string
  /** Fixed choices, or those of `related/{column}/` on the server. */
  readonly options: readonly { readonly value: string; readonly label: string }[] | { readonly related: string }
  readonly filter: (value: string) => ListFilter
}

/** Everything that distinguishes one list of the product from another. */
export interface ListKind<Row> {
  readonly resource: string
  readonly title: string
  readonly columns: readonly ListColumn<Row>[]
  /** Asked from the server; fewer columns, less work. */
  readonly fields?: readonly string[]
  readonly search: { readonly col: string; readonly opr: string; readonly hint: string }
  readonly choices: readonly ListChoice[]
  /** Conditions that every page of the list has. */
  readonly always?: readonly ListFilter[]
  readonly sort: { readonly id: string; readonly desc: boolean }
  readonly id: (row: Row) => number
  readonly name: (row: Row) => string
  readonly open: ((row: Row) => string) | null
  /** False where the user may see the rows but not what opens. */
  readonly canOpen?: () => boolean
  /** What opens is for changing the row: only for those who may. */
  readonly opensEditor?: boolean
  readonly favorites: FavoriteKind | null
  /** One request for many, one for each, or not at all. */
  readonly remove: 'bulk' | 'single' | null
  /** The word under which tags know its rows, where they can carry some. */
  readonly tagged?: 'chart' | 'dashboard' | 'query'
  readonly canChange: () => boolean
  readonly actions?: (row: Row, t: Translate) => readonly MenuItem[]
  /** What archives that are imported into this list hold. */
  readonly imports?: ReportedObject['kind']
  /** A file that is dropped on this list is data for a table, not an archive. */
  readonly dropsAreData?: boolean
  /** What depends on a row, shown before it is deleted. */
  readonly Uses?: (props: { row: Row }) => ReactNode
  /** What to say and offer when there is nothing at all. */
  readonly empty: { readonly title: string; readonly text: string }
  /** The one primary button and what it opens. */
  readonly Create?: () => ReactNode
  readonly Card?: (props: { row: Row; star: ReactNode }) => ReactNode
}
