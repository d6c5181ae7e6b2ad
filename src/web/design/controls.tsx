import {
  IconDeviceFloppy,
  IconDots,
  IconLayoutSidebarRight,
  IconPlayerPlay,
  IconSearch,
  IconTable,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Button, type ButtonVariant, IconButton } from '../ui/button.tsx'
import { Checkbox, RadioGroup, SegmentedControl, Switch } from '../ui/choices.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { NumberInput, TextArea, TextInput } from '../ui/field.tsx'
import { Avatar, Badge, Chip, Dot, Kbd, Tag } from '../ui/marks.tsx'
import { MultiSelect, Select } from '../ui/select.tsx'
import styles from './design.module.css'
import { Section } from './section.tsx'

const BUTTONS: readonly { variant: ButtonVariant; label: string; icon: React.ReactNode }[] = [
  { variant: 'primary', label: 'Run', icon: <IconPlayerPlay aria-hidden /> },
  { variant: 'default', label: 'Save', icon: <IconDeviceFloppy aria-hidden /> },
  { variant: 'ghost', label: 'Format', icon: <IconTable aria-hidden /> },
  { variant: 'danger', label: 'Remove', icon: <IconTrash aria-hidden /> },
  { variant: 'danger-solid', label: 'Delete', icon: <IconTrash aria-hidden /> },
]
const TABLES = Array.from({ length: 2_000 }, (_, at) => ({
  value: `table_${at + 1}`,
  label: `table_${at + 1}`,
  hint: 'table',
}))
const CARRIERS = ['AA', 'DL', 'NW', 'UA', 'WN'].map((value) => ({ value, label: value }))
const ignore = () => undefined

export const Controls = () => (
  <div className={styles.columns}>
    <Section title="Buttons" hint="Rest, hover, pressed, focus, disabled, busy">
      {BUTTONS.map(({ variant, label, icon }) => (
        <div key={variant} className={styles.wrap}>
          {['', 'is-hover', 'is-active', 'is-focus'].map((state) => (
            <Button key={state} variant={variant} icon={icon} className={state}>
              {label}
            </Button>
          ))}
          <Button variant={variant} icon={icon} disabledReason="Nothing has changed">
            {label}
          </Button>
          <Button variant={variant} icon={icon} loading>
            {label}
          </Button>
        </div>
      ))}
      <div className={styles.wrap}>
        <Button size="sm">Small 24</Button>
        <Button>Base 28</Button>
        <Button size="lg">Large 36</Button>
        <IconButton label="Column explorer" active icon={<IconLayoutSidebarRight aria-hidden />} />
        <IconButton label="More" variant="default" icon={<IconDots aria-hidden />} />
      </div>
    </Section>
    <Choices />
    <Fields />
    <Section title="Marks">
      <div className={styles.wrap}>
        <Badge>draft</Badge>
        <Badge tone="accent">Editing</Badge>
        <Badge tone="ok">Published</Badge>
        <Badge tone="warn">3 changes</Badge>
        <Badge tone="danger">Failed</Badge>
        <Tag>PostgreSQL</Tag>
        <Kbd keys="Mod+Enter" />
        <Avatar name="Mara Keller" />
        <Avatar name="Mara Keller" size="lg" />
        <Dot tone="ok" />
        <Dot tone="warn" />
        <Dot tone="danger" />
      </div>
      <div className={styles.wrap}>
        <Chip name="Carrier" onClick={ignore}>
          UA, AA +3
        </Chip>
        <Chip name="Origin" active onClick={ignore} onRemove={ignore} removeLabel="Clear Origin">
          ORD
        </Chip>
        <Chip dashed onClick={ignore}>
          Filter
        </Chip>
        <Chip name="Rows" bad onClick={ignore}>
          ten
        </Chip>
      </div>
    </Section>
  </div>
)

function Choices() {
  const [period, setPeriod] = useState<'day' | 'week' | 'month'>('day')
  return (
    <Section title="Choices">
      <div className={styles.wrap}>
        <Checkbox label="Off" checked={false} onChange={ignore} />
        <Checkbox label="On" checked onChange={ignore} />
        <Checkbox label="Some" checked={false} indeterminate onChange={ignore} />
        <Checkbox label="Disabled" checked={false} disabled onChange={ignore} />
        <Switch label="Off" checked={false} onChange={ignore} />
        <Switch label="On" checked onChange={ignore} />
      </div>
      <RadioGroup label="Period" value={period} onChange={setPeriod} options={PERIODS} />
      <div className={styles.wrap}>
        <SegmentedControl label="Period" value={period} onChange={setPeriod} options={PERIODS} />
        <SegmentedControl label="Small" size="sm" value={period} onChange={setPeriod} options={PERIODS} />
      </div>
    </Section>
  )
}

const PERIODS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const

function Fields() {
  const [name, setName] = useState('Delay by carrier')
  const [limit, setLimit] = useState<number | null>(1_000)
  const [table, setTable] = useState<string | null>('table_1204')
  const [carriers, setCarriers] = useState<readonly string[]>(['UA', 'AA', 'DL'])
  return (
    <Section title="Fields" hint="Rest, error, disabled; labels above, help below">
      <div className={styles.fields}>
        <TextInput label="Name" value={name} onChange={setName} />
        <TextInput label="Row limit" value="ten" onChange={ignore} error="is expected to be an integer" />
        <TextInput label="Managed elsewhere" value="warehouse" onChange={ignore} disabled />
        <TextInput
          label="Search"
          soft
          icon={<IconSearch className="s" aria-hidden />}
          value=""
          placeholder="Name"
          onChange={ignore}
        />
        <NumberInput label="Rows" value={limit} onChange={setLimit} min={1} max={10_000} help="1 to 10,000" />
        <Select label="Dataset" value={table} options={TABLES} onChange={setTable} onClear={() => setTable(null)} />
        <MultiSelect label="Carrier" value={carriers} options={CARRIERS} onChange={setCarriers} />
        <Combobox label="Format" value={name} suggestions={['.1f', '.2%', ',d']} onChange={setName} optional />
        <TextArea label="Description" value="One sentence about it" onChange={ignore} />
        <TextInput size="lg" label="Large" value="" placeholder="Placeholder" onChange={ignore} />
      </div>
    </Section>
  )
}
