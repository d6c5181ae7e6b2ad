export interface CellPlace {
  readonly row: number
  readonly column: number
}

/** A rectangle: the cell where it began and the cell that moves. */
export interface Selection {
  readonly anchor: CellPlace
  readonly focus: CellPlace
}

export interface GridSize {
  readonly rows: number
  readonly columns: number
  /** Whole rows in view, the step of PgUp and PgDn. */
  readonly pageRows: number
}

export interface Bounds {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export interface KeyPress {
  readonly key: string
  readonly isShift: boolean
  /** Ctrl, or Cmd on a Mac. */
  readonly isMod: boolean
}

export const selectCell = (place: CellPlace): Selection => ({ anchor: place, focus: place })

export const extendTo = (selection: Selection | null, place: CellPlace): Selection =>
  selection === null ? selectCell(place) : { anchor: selection.anchor, focus: place }

export const selectAll = (size: GridSize): Selection => ({
  anchor: { row: 0, column: 0 },
  focus: { row: Math.max(0, size.rows - 1), column: Math.max(0, size.columns - 1) },
})

export const selectColumns = (from: number, to: number, size: GridSize): Selection => ({
  anchor: { row: 0, column: from },
  focus: { row: Math.max(0, size.rows - 1), column: to },
})

export const selectRows = (from: number, to: number, size: GridSize): Selection => ({
  anchor: { row: from, column: 0 },
  focus: { row: to, column: Math.max(0, size.columns - 1) },
})

export const boundsOf = ({ anchor, focus }: Selection): Bounds => ({
  top: Math.min(anchor.row, focus.row),
  bottom: Math.max(anchor.row, focus.row),
  left: Math.min(anchor.column, focus.column),
  right: Math.max(anchor.column, focus.column),
})

export const cellCount = (bounds: Bounds): number => (bounds.bottom - bounds.top + 1) * (bounds.right - bounds.left + 1)

export const isInside = (bounds: Bounds, row: number, column: number): boolean =>
  row >= bounds.top && row <= bounds.bottom && column >= bounds.left && column <= bounds.right

/** The selection after a key, null when the key means nothing to the grid. */
export function selectionAfterKey(selection: Selection | null, press: KeyPress, size: GridSize): Selection | null {
  if (size.rows === 0 || size.columns === 0) return null
  if (press.isMod && press.key.toLowerCase() === 'a') return selectAll(size)
  const from = selection?.focus ?? { row: 0, column: 0 }
  const target = placeAfterKey(from, press, size)
  if (target === null) return null
  if (selection === null) return selectCell(from)
  return press.isShift ? extendTo(selection, target) : selectCell(target)
}

function placeAfterKey(from: CellPlace, press: KeyPress, size: GridSize): CellPlace | null {
  const last = { row: size.rows - 1, column: size.columns - 1 }
  const step = STEPS[press.key]?.(press.isMod, size.pageRows)
  if (step === undefined) return null
  return { row: clamp(from.row + step.rows, last.row), column: clamp(from.column + step.columns, last.column) }
}

interface Step {
  readonly rows: number
  readonly columns: number
}

const FAR = Number.MAX_SAFE_INTEGER / 2
const rows = (count: number): Step => ({ rows: count, columns: 0 })
const columns = (count: number): Step => ({ rows: 0, columns: count })

const STEPS: Readonly<Record<string, (isMod: boolean, pageRows: number) => Step>> = {
  ArrowUp: (isMod) => rows(isMod ? -FAR : -1),
  ArrowDown: (isMod) => rows(isMod ? FAR : 1),
  ArrowLeft: (isMod) => columns(isMod ? -FAR : -1),
  ArrowRight: (isMod) => columns(isMod ? FAR : 1),
  PageUp: (_isMod, pageRows) => rows(-pageRows),
  PageDown: (_isMod, pageRows) => rows(pageRows),
  Home: (isMod) => ({ rows: isMod ? -FAR : 0, columns: -FAR }),
  End: (isMod) => ({ rows: isMod ? FAR : 0, columns: FAR }),
}

const clamp = (value: number, last: number): number => Math.max(0, Math.min(last, value))
