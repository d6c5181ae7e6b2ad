/** Firefox draws nothing below 17.8 million pixels and Chrome below 33.5, so a taller grid scrolls on a shorter track. */
const MAX_TRACK_PX = 15_000_000

export interface ScrollScale {
  /** Height of the element that scrolls. */
  readonly trackPx: number
  /** Virtual pixels for one pixel of the track; 1 when nothing is scaled. */
  readonly ratio: number
}

export interface RowWindow {
  readonly first: number
  /** One after the last. */
  readonly end: number
  /** Where the first row is drawn on the track. */
  readonly topPx: number
}

export function scrollScale(rows: number, rowPx: number, viewPx: number, maxTrackPx = MAX_TRACK_PX): ScrollScale {
  const virtualPx = rows * rowPx
  const trackPx = Math.min(virtualPx, maxTrackPx)
  const room = trackPx - viewPx
  return { trackPx, ratio: room > 0 && virtualPx > trackPx ? (virtualPx - viewPx) / room : 1 }
}

/** The rows to draw at a scroll position, with some above and below. */
export function rowWindow(
  scale: ScrollScale,
  scrollTop: number,
  view: { readonly rows: number; readonly rowPx: number; readonly viewPx: number; readonly overscan: number },
): RowWindow {
  const virtualTop = scrollTop * scale.ratio
  const firstInView = Math.floor(virtualTop / view.rowPx)
  const first = Math.max(0, Math.min(firstInView - view.overscan, view.rows))
  const end = Math.min(view.rows, firstInView + Math.ceil(view.viewPx / view.rowPx) + 1 + view.overscan)
  return { first, end: Math.max(first, end), topPx: scrollTop + (first * view.rowPx - virtualTop) }
}

/** The scroll position that brings a row into view, unchanged when it is in view already. */
export function scrollTopForRow(
  scale: ScrollScale,
  scrollTop: number,
  row: number,
  view: { readonly rowPx: number; readonly viewPx: number },
): number {
  const virtualTop = scrollTop * scale.ratio
  const rowTop = row * view.rowPx
  if (rowTop < virtualTop) return rowTop / scale.ratio
  if (rowTop + view.rowPx > virtualTop + view.viewPx) return (rowTop + view.rowPx - view.viewPx) / scale.ratio
  return scrollTop
}
