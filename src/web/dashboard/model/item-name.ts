import { DEFAULT_TAB_TITLE, type Layout, type LayoutItem } from '../../../query/dashboard/layout.ts'

type Translate = (text: string, params?: Readonly<Record<string, string | number>>) => string

/** What an item is called, for screen readers, menus and drags. */
export function itemName(layout: Layout, item: LayoutItem, t: Translate): string {
  switch (item.type) {
    case 'CHART':
      return item.meta.sliceNameOverride || item.meta.sliceName || t('Chart')
    case 'MARKDOWN':
      return t('Text')
    case 'HEADER':
      return item.meta.text || t('Heading')
    case 'ROW':
      return t('Row {{number}}', { number: placeAmong(layout, item) })
    case 'COLUMN':
      return t('Column')
    case 'TABS':
      return t('Tabs')
    case 'TAB':
      return item.meta.text || t(DEFAULT_TAB_TITLE)
    case 'DIVIDER':
      return t('Divider')
    case 'GRID':
    case 'ROOT':
      return t('Dashboard')
    case 'DYNAMIC':
      return t('Component')
  }
}

/** What an item stands in and can be selected, from the outside in. */
export function itemsAround(layout: Layout, id: string): readonly LayoutItem[] {
  return (layout[id]?.parents ?? [])
    .flatMap((parent) => layout[parent] ?? [])
    .filter((parent) => parent.type !== 'ROOT' && parent.type !== 'GRID' && parent.type !== 'TAB')
}

/** Where an item is, from the top: "Overview, Row 2". */
export function itemPath(layout: Layout, item: LayoutItem, t: Translate): string {
  const above = item.parents
    .flatMap((id) => layout[id] ?? [])
    .filter((parent) => parent.type === 'TAB' || parent.type === 'COLUMN' || parent.type === 'ROW')
  return [...above, item].map((one) => itemName(layout, one, t)).join(' › ')
}

function placeAmong(layout: Layout, item: LayoutItem): number {
  const parent = layout[item.parents.at(-1) ?? '']
  const rows = (parent?.children ?? []).filter((id) => layout[id]?.type === 'ROW')
  return rows.indexOf(item.id) + 1
}
