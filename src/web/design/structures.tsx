import { IconDatabase, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { DataTable, type RowKey, type TableSort } from '../ui/data-table.tsx'
import { SplitPane } from '../ui/split-pane.tsx'
import { type TreeItem, VirtualTree } from '../ui/virtual-tree.tsx'
import styles from './design.module.css'
import { Section } from './section.tsx'

const ROWS = [
  { route: 'ORD to LGA', flights: '1,204', delay: '14.9', share: '72.1%' },
  { route: 'ORD to MSP', flights: '1,088', delay: '9.4', share: '79.8%' },
  { route: 'ORD to DFW', flights: '1,012', delay: '12.2', share: '75.0%' },
  { route: 'ORD to ATL', flights: '842', delay: '−3.4', share: null },
]
const TABLE_COUNT = 10_000

export function Structures() {
  const [sort, setSort] = useState<TableSort>({ id: 'flights', desc: true })
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set(['ORD to DFW']))
  const [size, setSize] = useState(180)
  return (
    <div className={styles.columns}>
      <Section title="Table" hint="Header aligned with its data; null written, never blank">
        <div className={styles.frame}>
          <DataTable
            label="Routes"
            rows={ROWS}
            rowKey={(row) => row.route}
            sort={sort}
            onSort={setSort}
            selected={selected}
            onSelect={setSelected}
            rowActions={() => [{ label: 'Open' }, { label: 'Delete', danger: true }]}
            columns={[
              { id: 'route', header: 'Route', cell: (row) => row.route, sortable: true },
              { id: 'flights', header: 'Flights', align: 'right', cell: (row) => row.flights, sortable: true },
              { id: 'delay', header: 'Mean delay', align: 'right', cell: (row) => row.delay },
              {
                id: 'share',
                header: 'On time',
                align: 'right',
                cell: (row) => row.share ?? <span className="null">null</span>,
              },
            ]}
          />
        </div>
      </Section>
      <Section title="Split pane and tree" hint="10,000 tables; only those in view are drawn">
        <div className={styles.frame}>
          <SplitPane label="Width of the tree" direction="row" size={size} onSize={setSize} min={120}>
            {[
              <BigTree key="tree" />,
              <p key="rest" className="c2 t2 pop-body">
                Drag the line or focus it and use the arrow keys.
              </p>,
            ]}
          </SplitPane>
        </div>
      </Section>
    </div>
  )
}

function BigTree() {
  const [isOpen, setOpen] = useState(true)
  const [selectedId, setSelectedId] = useState<string | null>('table-2')
  const schema: TreeItem = {
    id: 'schema',
    level: 0,
    label: 'main',
    isExpandable: true,
    isExpanded: isOpen,
    icon: <IconDatabase aria-hidden />,
    hint: '10,000',
  }
  const tables = Array.from(
    { length: isOpen ? TABLE_COUNT : 0 },
    (_, at): TreeItem => ({
      id: `table-${at}`,
      level: 1,
      label: `table_${at}`,
      isExpandable: false,
      isExpanded: false,
      icon: <IconTable aria-hidden />,
    }),
  )
  return (
    <VirtualTree
      label="Tables"
      rows={[schema, ...tables]}
      selectedId={selectedId}
      onToggle={() => setOpen(!isOpen)}
      onActivate={(row) => setSelectedId(row.id)}
    />
  )
}
