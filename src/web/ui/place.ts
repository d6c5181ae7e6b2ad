export type Placement = 'bottom-start' | 'bottom-end' | 'top-start' | 'top-end' | 'right-start' | 'left-start'

export interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}
export interface Size {
  readonly width: number
  readonly height: number
}

const GAP_PX = 4
const EDGE_PX = 8

/** Where a pop-over of this size goes beside its anchor: on the wished side, else the other, always inside the view. */
export function placeBeside(anchor: Box, size: Size, view: Size, placement: Placement): { left: number; top: number } {
  const [side, align] = placement.split('-')
  const left = inside(anchor.left, size.width, view.width)
  const top = inside(anchor.top, size.height, view.height)
  const across: Span = { start: anchor.left, length: anchor.width, own: size.width, whole: view.width }
  const down: Span = { start: anchor.top, length: anchor.height, own: size.height, whole: view.height }
  if (side === 'right') return { left: after(across) ?? before(across) ?? left, top }
  if (side === 'left') return { left: before(across) ?? after(across) ?? left, top }
  const x = align === 'end' ? inside(anchor.left + anchor.width - size.width, size.width, view.width) : left
  const y = side === 'bottom' ? (after(down) ?? before(down)) : (before(down) ?? after(down))
  return { left: x, top: y ?? inside(anchor.top + anchor.height + GAP_PX, size.height, view.height) }
}

interface Span {
  readonly start: number
  readonly length: number
  readonly own: number
  readonly whole: number
}

const inside = (at: number, own: number, whole: number): number =>
  Math.max(EDGE_PX, Math.min(at, whole - own - EDGE_PX))

function after({ start, length, own, whole }: Span): number | null {
  const at = start + length + GAP_PX
  return at + own <= whole - EDGE_PX ? at : null
}

function before({ start, own }: Span): number | null {
  const at = start - own - GAP_PX
  return at >= EDGE_PX ? at : null
}
