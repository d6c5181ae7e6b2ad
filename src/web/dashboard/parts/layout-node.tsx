import type { LayoutItem } from '../../../query/dashboard/layout.ts'
import { useDraft } from '../store.ts'
import { ChartTile } from './chart-tile.tsx'
import { ColumnNode } from './column-node.tsx'
import { HeadingNode } from './heading-node.tsx'
import { ItemFrame } from './item-frame.tsx'
import { MarkdownTile } from './markdown-tile.tsx'
import { RowNode } from './row-node.tsx'
import { TabsNode } from './tabs-node.tsx'
import { UnknownTile } from './unknown-tile.tsx'

const NONE: readonly string[] = []

/** The children of a layout item, in order. */
export function NodeList({ parentId }: { parentId: string }) {
  const children = useDraft((draft) => draft.layout[parentId]?.children ?? NONE)
  return children.map((id) => <LayoutNode key={id} id={id} />)
}

/** One item of the layout with all below it. */
export function LayoutNode({ id }: { id: string }) {
  const item = useDraft((draft) => draft.layout[id])
  return item === undefined ? null : <Node item={item} />
}

function Node({ item }: { item: LayoutItem }) {
  switch (item.type) {
    case 'CHART':
      return <ChartTile item={item} />
    case 'MARKDOWN':
      return <MarkdownTile item={item} />
    case 'ROW':
      return (
        <RowNode item={item}>
          <NodeList parentId={item.id} />
        </RowNode>
      )
    case 'COLUMN':
      return (
        <ColumnNode item={item}>
          <NodeList parentId={item.id} />
        </ColumnNode>
      )
    case 'TABS':
      return <TabsNode item={item} renderTab={(tabId) => <NodeList parentId={tabId} />} />
    case 'HEADER':
      return <HeadingNode item={item} />
    case 'DIVIDER':
      return (
        <ItemFrame item={item} className="dash-divider">
          <hr className="hr" />
        </ItemFrame>
      )
    case 'DYNAMIC':
      return <UnknownTile item={item} />
    case 'ROOT':
    case 'GRID':
    case 'TAB':
      return null
  }
}
