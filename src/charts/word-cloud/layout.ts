export interface Word {
  readonly text: string
  /** Size of the letters in pixels, before all of them shrink. */
  readonly size: number
  /** Degrees, clockwise. */
  readonly angle: number
}

export interface PlacedWord extends Word {
  /** The middle of the word, in pixels from the upper left corner. */
  readonly x: number
  readonly y: number
  /** Of the word in the order given. */
  readonly index: number
}

/** The side of a square of the board, in pixels: words are kept apart by as much. */
const CELL = 3
const SHRINK = 0.86
const TRIES = 8
/** The share of a board that words hardly ever fill. */
const FILLED = 0.75
/** Letters smaller than these are not read. */
const LEAST_PX = 8
const LINE = 1.15
const STEP_PX = 5

/**
 * Places words on a board without one lying on another: the first in the middle, each next one on a spiral around it
 * where there is room. Letters shrink together until all words have a place; words without one at the smallest size are
 * left out. The same words on the same board lie at the same places.
 */
export function placeWords(words: readonly Word[], width: number, height: number): readonly PlacedWord[] {
  let best: readonly PlacedWord[] = []
  const first = Math.min(1, Math.sqrt((FILLED * width * height) / Math.max(1, areaOf(words))))
  for (let attempt = 0, scale = first; attempt < TRIES; attempt++, scale *= SHRINK) {
    const scaled = words.map((word) => ({ ...word, size: Math.max(LEAST_PX, word.size * scale) }))
    const placed = placedOn(createBoard(width, height), scaled)
    if (placed.length > best.length) best = placed
    if (best.length === words.length || scaled.every(({ size }) => size === LEAST_PX)) break
  }
  return best
}

const areaOf = (words: readonly Word[]) =>
  words.reduce((sum, { text, size }) => sum + wordWidth(text) * size * size * LINE, 0)

function placedOn(board: Board, words: readonly Word[]): readonly PlacedWord[] {
  return words.flatMap((word, index) => {
    const spot = board.place(wordWidth(word.text) * word.size, word.size * LINE, word.angle)
    return spot === null ? [] : [{ ...word, ...spot, index }]
  })
}

interface Board {
  /** Takes the place nearest to the middle for a rectangle that is turned around its own middle. */
  place(width: number, height: number, angle: number): { readonly x: number; readonly y: number } | null
}

function createBoard(width: number, height: number): Board {
  const columns = Math.floor(width / CELL)
  const rows = Math.floor(height / CELL)
  const taken = new Uint8Array(columns * rows)
  const points = [...spiral(width, height)]
  const isFree = (cells: Shape, column: number, row: number) => {
    for (const [dx, dy] of cells) {
      const x = column + dx
      const y = row + dy
      if (x < 0 || y < 0 || x >= columns || y >= rows || taken[y * columns + x] === 1) return false
    }
    return true
  }
  return {
    place(wide, high, angle) {
      const cells = shapeOf(wide, high, angle)
      for (const [x, y] of points) {
        const column = Math.round(x / CELL)
        const row = Math.round(y / CELL)
        if (!isFree(cells, column, row)) continue
        for (const [dx, dy] of cells) taken[(row + dy) * columns + column + dx] = 1
        return { x: column * CELL, y: row * CELL }
      }
      return null
    },
  }
}

type Shape = readonly (readonly [number, number])[]

/** The squares of the board that a turned rectangle covers, seen from its middle; its far corners first. */
function shapeOf(width: number, height: number, angle: number): Shape {
  const turn = (angle * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const reach = Math.ceil(Math.hypot(width, height) / 2 / CELL)
  const cells: (readonly [number, number])[] = []
  for (let dy = -reach; dy <= reach; dy++) {
    for (let dx = -reach; dx <= reach; dx++) {
      const along = Math.abs(dx * cos + dy * sin) * CELL
      const across = Math.abs(dy * cos - dx * sin) * CELL
      if (along <= width / 2 + CELL / 2 && across <= height / 2 + CELL / 2) cells.push([dx, dy])
    }
  }
  return cells.toSorted((a, b) => Math.hypot(...b) - Math.hypot(...a))
}

/** Points from the middle outwards, on an Archimedean spiral as wide as the board. */
function* spiral(width: number, height: number): Generator<readonly [number, number]> {
  const ratio = width / Math.max(1, height)
  const farthest = Math.hypot(width, height * ratio) / 2
  for (let turn = 0, radius = 0; radius <= farthest; turn += STEP_PX / Math.max(STEP_PX, radius)) {
    radius = ((STEP_PX * turn) / (2 * Math.PI)) * 2
    yield [width / 2 + radius * Math.cos(turn), height / 2 + (radius / ratio) * Math.sin(turn)]
  }
}

const WIDE = /[ᄀ-ᇿ⺀-꓏가-힣豈-﫿︰-﹏＀-｠\u{1f300}-\u{1faff}\u{20000}-\u{3ffff}]/u
const NARROW = /[\sfijlrtI.,:;'|!()[\]-]/
const BROAD = /[\p{Lu}mw@%&\d]/u

/** About how wide a text is in the interface's font, in units of the size of its letters. */
export function wordWidth(text: string): number {
  let width = 0
  for (const letter of text) width += widthOf(letter)
  return width
}

function widthOf(letter: string): number {
  if (WIDE.test(letter)) return 1.05
  if (NARROW.test(letter)) return 0.38
  return BROAD.test(letter) ? 0.76 : 0.62
}
