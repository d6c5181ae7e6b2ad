import type { ListFilter, ListQuery } from '../data/list.ts'
import type { ListKind } from './list-kind.ts'
import type { ListState } from './list-state.ts'

/** The question to the server for what the address says. */
export function listQueryOf<Row>(kind: ListKind<Row>, state: ListState): ListQuery {
  const sort = state.sort ?? kind.sort
  const column = kind.columns.find((one) => one.id === sort.id)
  const search: ListFilter[] =
    state.search.trim() === '' ? [] : [{ col: kind.search.col, opr: kind.search.opr, value: state.search.trim() }]
  const chosen = kind.choices.flatMap((choice) => {
    const value = state.chosen[choice.id]
    return value === undefined ? [] : [choice.filter(value)]
  })
  return {
    resource: kind.resource,
    filters: [...(kind.always ?? []), ...search, ...chosen],
    page: state.page,
    pageSize: state.size,
    isDescending: sort.desc,
    ...(column?.order && { orderColumn: column.order }),
    ...(kind.fields && { columns: kind.fields }),
  }
}
