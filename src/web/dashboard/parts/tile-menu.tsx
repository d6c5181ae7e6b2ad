import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useText } from '../../ui/text.ts'
import { DetailDialog, QueryDialog } from '../lazy-dialogs.tsx'
import type { TileMenuPanelProps, TileMenuProps } from './tile-menu-panel.tsx'

const { part: TileMenuPanel, ahead } = partAhead<TileMenuPanelProps>(() =>
  import('./tile-menu-panel.tsx').then((module) => module.TileMenuPanel),
)

/** What can be done with one chart. */
export function TileMenu(props: TileMenuProps) {
  const t = useText()
  const { name, chart, tile } = props
  const [dialog, setDialog] = useState<'query' | 'detail' | null>(null)
  const state = tile.handle.state
  const answer = state.kind === 'ready' ? state.answer : null
  return (
    <>
      <Menu
        placement="bottom-end"
        label={t('Menu of {{name}}', { name })}
        trigger={<IconButton label={t('Chart menu')} size="sm" icon={<IconDots className="s" aria-hidden />} />}
        items={{ ahead, draw: (place) => <TileMenuPanel {...place} of={props} show={setDialog} /> }}
      />
      {dialog === 'query' && (
        <QueryDialog
          chart={chart}
          form={tile.form}
          extra={tile.extra}
          answer={answer}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === 'detail' && <DetailDialog chart={chart} extra={tile.extra} onClose={() => setDialog(null)} />}
    </>
  )
}
