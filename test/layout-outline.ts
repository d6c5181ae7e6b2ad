import { type Layout, type LayoutItem, type LayoutType, withParents } from '../src/query/dashboard/layout.ts'

/** A layout from an outline: indentation is the tree, `C1:6` a chart of six columns, `R`, `COL:4`, `TABS`, `T1`. */
export function outline(text: string): Layout {
  const items: Record<string, LayoutItem> = {}
  const path: string[] = ['ROOT_ID']
  items.ROOT_ID = item('ROOT_ID', 'ROOT')
  items.GRID_ID = item('GRID_ID', 'GRID')
  for (const line of text.split('\n').filter((one) => one.trim())) {
    const level = line.search(/\S/) / 2
    const [id = '', width] = line.trim().split(':')
    items[id] = { ...(items[id] ?? item(id, typeOf(id))), ...(width && { meta: metaOf(id, Number(width)) }) }
    path.length = level + 1
    const parent = items[path[level] ?? '']
    if (parent) items[parent.id] = { ...parent, children: [...parent.children, id] }
    path.push(id)
  }
  return withParents(items)
}

/** The outline of a layout. */
export function show(layout: Layout, id = 'ROOT_ID', level = 0): string {
  const children = layout[id]?.children ?? []
  return children
    .map((child) => {
      const width = layout[child]?.meta.width
      return `${'  '.repeat(level)}${child}${width ? `:${width}` : ''}\n${show(layout, child, level + 1)}`
    })
    .join('')
}

const item = (id: string, type: LayoutType): LayoutItem => ({
  id,
  type,
  children: [],
  parents: [],
  meta: metaOf(id, null),
})
const metaOf = (id: string, width: number | null) => ({
  ...(id.startsWith('C') && !id.startsWith('COL') && { chartId: Number(id.slice(1)), height: 50 }),
  ...(width !== null && { width }),
})
function typeOf(id: string): LayoutType {
  const known: [string, LayoutType][] = [
    ['COL', 'COLUMN'],
    ['TABS', 'TABS'],
    ['C', 'CHART'],
    ['R', 'ROW'],
    ['T', 'TAB'],
    ['M', 'MARKDOWN'],
    ['H', 'HEADER'],
    ['GRID', 'GRID'],
  ]
  return known.find(([start]) => id.startsWith(start))?.[1] ?? 'DIVIDER'
}

export const TWO_ROWS = `
GRID_ID
  R1
    C1:6
    C2:3
  R2
    C3:4
`
export const TABBED = `
TABS1
  T1
    R1
      C1:6
  T2
    TABS2
      T3
        R2
          C2:12
GRID_ID
`.replace('\nGRID_ID\n', '\n')
