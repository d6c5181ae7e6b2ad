import { IconDownload, IconPencil, IconTable, IconTrash, IconZoomIn } from '@tabler/icons-react'
import { useState } from 'react'
import { showOverlay } from '../app/overlays.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog, Dialog, Drawer } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { Popover } from '../ui/popover.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { toast } from '../ui/toast.ts'
import styles from './design.module.css'
import { Section } from './section.tsx'

const ITEMS: readonly MenuItem[] = [
  { heading: 'Chart' },
  { label: 'Edit', icon: <IconPencil aria-hidden />, keys: 'E' },
  { label: 'Drill by', icon: <IconZoomIn aria-hidden />, items: [{ label: 'Carrier' }, { label: 'Airport' }] },
  { label: 'View as table', icon: <IconTable aria-hidden />, keys: 'T', checked: true },
  { label: 'Export', icon: <IconDownload aria-hidden />, disabledReason: 'There is nothing to export yet' },
  'divider',
  { label: 'Remove', icon: <IconTrash aria-hidden />, keys: 'Delete', danger: true },
]

export function Layers() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'drawer' | null>(null)
  const [tab, setTab] = useState<'data' | 'style'>('data')
  const close = () => setOpen(null)
  return (
    <Section title="Menus, dialogs, messages" hint="Toasts last 4, 4, 6 and 8 s, pause on hover, newest first">
      <div className={styles.wrap}>
        <Menu trigger={<Button>Menu</Button>} items={ITEMS} />
        <Popover trigger={<Button>Pop-over</Button>} label="5 filters applied" width={240}>
          5 filters applied, 1 not applied.
        </Popover>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('drawer')}>Drawer</Button>
        <Button data-tip="Run statement" data-tip-keys="Mod+Enter">
          Tooltip
        </Button>
        <Button onClick={() => showOverlay('palette')}>Palette</Button>
        <Button onClick={() => showOverlay('shortcuts')}>Shortcuts</Button>
      </div>
      <div className={styles.wrap}>
        <Button onClick={() => toast.info('Query moved to the background', { label: 'Show', run: close })}>Info</Button>
        <Button onClick={() => toast.success('This dashboard was saved successfully.')}>Success</Button>
        <Button onClick={() => toast.warning('Chart moved to another filter scope')}>Warning</Button>
        <Button onClick={() => toast.danger('Sorry, an error occurred')}>Danger</Button>
      </div>
      <Tabs
        label="Panels"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'data', label: 'Data', count: 4 },
          { value: 'style', label: 'Style' },
        ]}
      />
      {open === 'dialog' && (
        <Dialog title="Save chart" onClose={close} footer={<Button onClick={close}>Cancel</Button>}>
          A dialog has a title, one primary button and closes on Escape.
        </Dialog>
      )}
      {open === 'drawer' && (
        <Drawer title="Filters" onClose={close} width={360}>
          A drawer stands at the right, on phones at the bottom.
        </Drawer>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          title="Overwrite Priya’s version?"
          confirmLabel="Overwrite"
          danger
          onClose={close}
          onConfirm={close}
        >
          Priya Nair saved this dashboard at 11:40, after you began. Her version stays in Versions.
        </ConfirmDialog>
      )}
    </Section>
  )
}
