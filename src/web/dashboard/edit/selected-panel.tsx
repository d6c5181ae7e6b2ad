import { Fragment } from 'react'
import {
  GRID_UNIT_PX,
  type HeaderSize,
  type LayoutItem,
  type LayoutMeta,
  MAX_ROW_UNITS,
  MIN_ROW_UNITS,
  TRANSPARENT,
} from '../../../query/dashboard/layout.ts'
import { hasHeight, hasWidth, resize, widthBounds, widthOf } from '../../../query/dashboard/widths.ts'
import { Button } from '../../ui/button.tsx'
import { SegmentedControl, Switch } from '../../ui/choices.tsx'
import { NumberInput, TextArea, TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import { updateMeta } from '../model/edit-layout.ts'
import { itemName, itemsAround } from '../model/item-name.ts'
import { useDashboard, useDashboardStore, useDraft } from '../store.ts'
import { selectItem } from './canvas-keys.ts'
import { ClickSettings } from './click-settings.tsx'

const FILLED = 'BACKGROUND_WHITE'

/** The settings of the selected item. */
export function SelectedPanel({ id }: { id: string | null }) {
  const t = useText()
  const item = useDraft((draft) => (id === null ? undefined : draft.layout[id]))
  if (!item) return <p className="list-note">{t('Select a tile to see its settings')}</p>
  return <ItemSettings key={item.id} item={item} />
}

function ItemSettings({ item }: { item: LayoutItem }) {
  const t = useText()
  const name = useDraft((draft) => itemName(draft.layout, item, t))
  const editLayout = useDashboard((state) => state.editLayout)
  const change = (meta: LayoutMeta) => editLayout((layout) => updateMeta(layout, item.id, meta), `meta ${item.id}`)
  return (
    <div className="col g3 dash-settings">
      <Around id={item.id} />
      <h3 className="t2 bb ell">{name}</h3>
      {item.type === 'CHART' && (
        <TextInput
          label={t('Title on this dashboard')}
          value={item.meta.sliceNameOverride ?? ''}
          placeholder={item.meta.sliceName ?? ''}
          onChange={(sliceNameOverride) => change({ sliceNameOverride })}
        />
      )}
      {item.type === 'CHART' && <ClickSettings chartId={item.meta.chartId ?? 0} />}
      {item.type === 'MARKDOWN' && (
        <TextArea
          label={t('Text')}
          help={t('Markdown: # heading, **bold**, [link](https://…), tables')}
          rows={14}
          autoFocus={!item.meta.code && document.activeElement?.id !== item.id}
          value={item.meta.code ?? ''}
          onChange={(code) => change({ code })}
        />
      )}
      {item.type === 'HEADER' && (
        <SegmentedControl
          label={t('Size')}
          value={item.meta.headerSize ?? 'MEDIUM_HEADER'}
          onChange={(headerSize: HeaderSize) => change({ headerSize })}
          options={[
            { value: 'SMALL_HEADER', label: t('Small') },
            { value: 'MEDIUM_HEADER', label: t('Medium') },
            { value: 'LARGE_HEADER', label: t('Large') },
          ]}
        />
      )}
      {['ROW', 'COLUMN', 'HEADER'].includes(item.type) && (
        <Switch
          label={t('Filled background')}
          checked={item.meta.background !== undefined && item.meta.background !== TRANSPARENT}
          onChange={(isFilled) => change({ background: isFilled ? FILLED : TRANSPARENT })}
        />
      )}
      <SizeSettings item={item} />
    </div>
  )
}

/** What the item stands in, from the outside in, each a press away. */
function Around({ id }: { id: string }) {
  const t = useText()
  const layout = useDraft((draft) => draft.layout)
  const store = useDashboardStore()
  const around = itemsAround(layout, id)
  if (around.length === 0) return null
  return (
    <nav className="row t2 dash-around" aria-label={t('Stands in')}>
      {around.map((one) => (
        <Fragment key={one.id}>
          <Button size="sm" variant="ghost" onClick={() => selectItem(store, one.id)}>
            {itemName(layout, one, t)}
          </Button>
          <span className="c3" aria-hidden>
            ›
          </span>
        </Fragment>
      ))}
    </nav>
  )
}

function SizeSettings({ item }: { item: LayoutItem }) {
  const t = useText()
  const layout = useDraft((draft) => draft.layout)
  const editLayout = useDashboard((state) => state.editLayout)
  if (!hasWidth(item)) return null
  const bounds = widthBounds(layout, item.id)
  const change = (size: { width?: number; height?: number }) =>
    editLayout((current) => resize(current, item.id, size), `size ${item.id}`)
  return (
    <div className="dash-range">
      <NumberInput
        label={t('Columns')}
        value={widthOf(item)}
        min={bounds.min}
        max={bounds.max}
        onChange={(width) => width !== null && change({ width })}
      />
      {hasHeight(item) && (
        <NumberInput
          label={t('Height, px')}
          value={(item.meta.height ?? 0) * GRID_UNIT_PX}
          min={MIN_ROW_UNITS * GRID_UNIT_PX}
          max={MAX_ROW_UNITS * GRID_UNIT_PX}
          step={GRID_UNIT_PX}
          onChange={(height) => height !== null && change({ height: height / GRID_UNIT_PX })}
        />
      )}
    </div>
  )
}
