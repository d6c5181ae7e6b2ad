import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { colorSchemes } from '../../../charts/parts/color-schemes.ts'
import type { Metadata } from '../../../query/dashboard/metadata.ts'
import { isColor } from '../../data/color-text.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useSettled } from '../../ui/settled.ts'
import { useText } from '../../ui/text.ts'

const OWN = ''
const FIRST_COLOR = '#0a6878'

/** A colour to pick. Where the pointer comes to rest counts, not each colour on its way. */
function Swatch({ name, color, onChange }: { name: string; color: string; onChange: (color: string) => void }) {
  const t = useText()
  const { moving, move, finish } = useSettled(onChange)
  const shown = moving ?? color
  return (
    <input
      type="color"
      className="dash-swatch"
      aria-label={t('Colour of {{name}}', { name })}
      value={/^#[\da-f]{6}$/i.test(shown) ? shown : FIRST_COLOR}
      onChange={(event) => move(event.target.value)}
      onBlur={finish}
    />
  )
}

/** Colours that labels have on this dashboard, whatever their chart would give them. */
export function ColorSettings({
  metadata,
  onChange,
}: {
  metadata: Metadata
  onChange: (change: Partial<Metadata>) => void
}) {
  const t = useText()
  const [label, setLabel] = useState('')
  const entries = Object.entries(metadata.labelColors)
  const setColor = (name: string, color: string) =>
    onChange({ labelColors: { ...metadata.labelColors, [name]: color } })
  const handleRemove = (name: string) => {
    const { [name]: _gone, ...labelColors } = metadata.labelColors
    onChange({ labelColors })
  }
  const handleAdd = () => {
    if (label.trim() === '') return
    setColor(label.trim(), FIRST_COLOR)
    setLabel('')
  }
  return (
    <div className="col g3">
      <Select
        label={t('Colour scheme')}
        value={metadata.colorScheme ?? OWN}
        onChange={(id: string) => onChange({ colorScheme: id === OWN ? null : id })}
        options={[
          { value: OWN, label: t('As each chart has it') },
          ...colorSchemes().map((scheme) => ({ value: scheme.id, label: scheme.label })),
        ]}
      />
      <p className="c2">{t('A label has the same colour in every chart of the dashboard.')}</p>
      {entries.map(([name, color]) => (
        <div key={name} className="row g2">
          <Swatch name={name} color={color} onChange={(next) => setColor(name, next)} />
          <span className="grow ell">{name}</span>
          <TextInput
            ariaLabel={t('Colour of {{name}} as text', { name })}
            value={color}
            error={isColor(color) ? null : t('Invalid color')}
            onChange={(text) => setColor(name, text)}
          />
          <IconButton
            label={t('Remove {{name}}', { name })}
            size="sm"
            icon={<IconX className="s" aria-hidden />}
            onClick={() => handleRemove(name)}
          />
        </div>
      ))}
      <div className="row g2">
        <TextInput
          ariaLabel={t('Label')}
          placeholder={t('Label, such as a country')}
          value={label}
          onChange={setLabel}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            handleAdd()
          }}
        />
        <Button icon={<IconPlus aria-hidden />} disabled={label.trim() === ''} onClick={handleAdd}>
          {t('Add')}
        </Button>
      </div>
    </div>
  )
}
