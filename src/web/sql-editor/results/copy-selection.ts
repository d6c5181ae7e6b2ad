import { clipboardText } from '../../ui/grid/clipboard-text.ts'
import type { PagedRows } from '../../ui/grid/paged-rows.ts'
import { boundsOf, cellCount, type Selection, selectAll } from '../../ui/grid/selection.ts'
import { text } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { copyText } from '../commands.ts'
import type { ResultTable } from './use-result-table.ts'

const MAX_COPIED_CELLS = 2_000_000

/** Copies the selected cells, or all of them when none is selected; rows that are not here are fetched first. */
export async function copySelection(
  selection: Selection | null,
  table: ResultTable,
  rows: PagedRows,
  withHeaders: boolean,
): Promise<void> {
  if (table.rowCount === 0 || table.columns.length === 0) return
  const whole = selectAll({ rows: table.rowCount, columns: table.columns.length, pageRows: 1 })
  const bounds = boundsOf(selection ?? whole)
  if (cellCount(bounds) > MAX_COPIED_CELLS) {
    toast.warning(text('Too many cells to copy. Download the result as CSV instead.'))
    return
  }
  try {
    if (table.order === null) await rows.ensure(bounds.top, bounds.bottom + 1)
    await copyText(clipboardText(bounds, table.columns, table.rowAt, withHeaders))
  } catch {
    toast.danger(text('Failed at retrieving results'))
  }
}
