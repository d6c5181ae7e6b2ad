import { type Layout, ROOT_ID } from '../../../query/dashboard/layout.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { useText } from '../../ui/text.ts'
import { itemName } from '../model/item-name.ts'
import { type ScopeNode, scopeTree, toggled } from '../model/scope-tree.ts'

interface ScopeTreeProps {
  layout: Layout
  chosen: ReadonlySet<number>
  /** A chart that cannot be chosen. */
  exceptChartId?: number
  onChange: (chosen: ReadonlySet<number>) => void
}

/** Tabs and charts of the dashboard with a tick for each that a filter reaches. */
export function ScopeTree({ layout, chosen, exceptChartId, onChange }: ScopeTreeProps) {
  const t = useText()
  const root = scopeTree(layout, ROOT_ID, exceptChartId ?? null)
  if (!root) return <p className="c3">{t('There are no charts on this dashboard')}</p>
  return (
    <ul className="dash-scope">
      <Branch node={root} layout={layout} chosen={chosen} onChange={onChange} />
    </ul>
  )
}

function Branch({ node, layout, chosen, onChange }: { node: ScopeNode } & Omit<ScopeTreeProps, 'exceptChartId'>) {
  const t = useText()
  const item = layout[node.id]
  const count = node.chartIds.filter((id) => chosen.has(id)).length
  if (!item) return null
  return (
    <li>
      <Checkbox
        label={itemName(layout, item, t)}
        checked={count === node.chartIds.length}
        indeterminate={count > 0 && count < node.chartIds.length}
        onChange={(isChosen) => onChange(toggled(chosen, node.chartIds, isChosen))}
      />
      {node.children.length > 0 && (
        <ul>
          {node.children.map((child) => (
            <Branch key={child.id} node={child} layout={layout} chosen={chosen} onChange={onChange} />
          ))}
        </ul>
      )}
    </li>
  )
}
