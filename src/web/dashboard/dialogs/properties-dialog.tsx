import { useState } from 'react'
import { type FilterBarOrientation, type Metadata, MIN_STAGGER_MS } from '../../../query/dashboard/metadata.ts'
import { can } from '../../app/bootstrap.ts'
import { isColor } from '../../data/color-text.ts'
import { TimeZoneSelect } from '../../data/time-zone-select.tsx'
import { Button } from '../../ui/button.tsx'
import { SegmentedControl, Switch } from '../../ui/choices.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { NumberInput, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useText } from '../../ui/text.ts'
import { hasCrossFilters, hasRoleAccess } from '../features.ts'
import type { Draft, Properties } from '../model/draft.ts'
import { REFRESH_CHOICES } from '../model/refresh-choices.ts'
import { useDashboard } from '../store.ts'
import { ColorSettings } from './color-settings.tsx'
import { CssPage } from './css-page.tsx'
import { PeopleSelect } from './people-select.tsx'
import { ThemeSelect } from './theme-select.tsx'

type Page = 'general' | 'behaviour' | 'colours' | 'css'

/** The properties of a dashboard. They are kept with the draft, undone with it and saved with it. */
export function PropertiesDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [page, setPage] = useState<Page>('general')
  const edit = useDashboard((state) => state.edit)
  const isEditing = useDashboard((state) => state.isEditing)
  const startEditing = useDashboard((state) => state.startEditing)
  const [draft, setDraft] = useState<Draft>(useDashboard((state) => state.history.present))
  const setProperties = (change: Partial<Properties>) =>
    setDraft({ ...draft, properties: { ...draft.properties, ...change } })
  const setMetadata = (change: Partial<Metadata>) => setDraft({ ...draft, metadata: { ...draft.metadata, ...change } })
  const hasBadColor = Object.values(draft.metadata.labelColors).some((color) => !isColor(color))
  const handleSubmit = () => {
    if (hasBadColor) return setPage('colours')
    edit((before) => ({ ...before, metadata: draft.metadata, properties: draft.properties }))
    if (!isEditing) startEditing()
    onClose()
  }
  const pages = {
    general: <GeneralPage properties={draft.properties} onChange={setProperties} />,
    behaviour: <BehaviourPage metadata={draft.metadata} onChange={setMetadata} />,
    colours: (
      <div className="col g4">
        {can('can_read', 'Theme') && (
          <ThemeSelect value={draft.properties.theme} onChange={(theme) => setProperties({ theme })} />
        )}
        <ColorSettings metadata={draft.metadata} onChange={setMetadata} />
      </div>
    ),
    css: <CssPage css={draft.properties.css} onChange={(css) => setProperties({ css })} />,
  }
  return (
    <Dialog
      title={t('Dashboard properties')}
      width={600}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary">
            {isEditing ? t('Apply') : t('Apply and go on editing')}
          </Button>
        </>
      }
    >
      <div className="col g4 dash-dialog-pages">
        <Tabs
          label={t('Properties')}
          value={page}
          onChange={setPage}
          className="dash-mode-tabs"
          tabs={[
            { value: 'general', label: t('General') },
            { value: 'behaviour', label: t('Behaviour') },
            { value: 'colours', label: t('Colours') },
            { value: 'css', label: t('CSS') },
          ]}
        />
        {pages[page]}
      </div>
    </Dialog>
  )
}

function GeneralPage({
  properties,
  onChange,
}: {
  properties: Properties
  onChange: (change: Partial<Properties>) => void
}) {
  const t = useText()
  return (
    <div className="col g3">
      <TextInput label={t('Title')} value={properties.title} onChange={(title) => onChange({ title })} />
      <TextInput
        label={t('Address')}
        optional
        help={t('Readable end of the address: /superset/dashboard/address/')}
        value={properties.slug ?? ''}
        onChange={(slug) => onChange({ slug: slug === '' ? null : slug })}
      />
      <PeopleSelect
        what="owners"
        label={t('Owners')}
        help={t('Owners may edit the dashboard and see it as a draft.')}
        value={properties.owners}
        onChange={(owners) => onChange({ owners })}
      />
      {hasRoleAccess() && (
        <PeopleSelect
          what="roles"
          label={t('Roles')}
          help={t('Roles that may open it whatever their rights on its data.')}
          value={properties.roles}
          onChange={(roles) => onChange({ roles })}
        />
      )}
      <TextInput
        label={t('Certified by')}
        optional
        value={properties.certifiedBy}
        onChange={(certifiedBy) => onChange({ certifiedBy })}
      />
      {properties.certifiedBy !== '' && (
        <TextInput
          label={t('Details of the certification')}
          optional
          value={properties.certificationDetails}
          onChange={(certificationDetails) => onChange({ certificationDetails })}
        />
      )}
    </div>
  )
}

function BehaviourPage({ metadata, onChange }: { metadata: Metadata; onChange: (change: Partial<Metadata>) => void }) {
  const t = useText()
  return (
    <div className="col g4">
      <SegmentedControl
        label={t('Filter bar')}
        value={metadata.filterBarOrientation}
        onChange={(filterBarOrientation: FilterBarOrientation) => onChange({ filterBarOrientation })}
        options={[
          { value: 'HORIZONTAL', label: t('Filters above') },
          { value: 'VERTICAL', label: t('Filters at the left') },
        ]}
      />
      <TimeZoneSelect
        label={t('Time zone')}
        help={t('Where “today” and “last week” are meant for everybody who opens this dashboard.')}
        placeholder={t('That of the reader')}
        value={metadata.timeZone}
        onChange={(timeZone) => onChange({ timeZone })}
      />
      {hasCrossFilters() && (
        <Switch
          label={t('A click on a mark filters the other charts')}
          checked={metadata.isCrossFilteringEnabled}
          onChange={(isCrossFilteringEnabled) => onChange({ isCrossFilteringEnabled })}
        />
      )}
      <Select
        label={t('Refresh')}
        value={metadata.refreshFrequencySec}
        onChange={(refreshFrequencySec: number) => onChange({ refreshFrequencySec })}
        options={REFRESH_CHOICES.map((choice) => ({ value: choice.value, label: t(choice.label) }))}
      />
      <Switch
        label={t('Spread the charts of a refresh over time')}
        checked={metadata.staggerRefresh}
        onChange={(staggerRefresh) => onChange({ staggerRefresh })}
      />
      {metadata.staggerRefresh && (
        <NumberInput
          label={t('Spread, ms')}
          value={metadata.staggerTimeMs}
          min={MIN_STAGGER_MS}
          step={1_000}
          onChange={(staggerTimeMs) => onChange({ staggerTimeMs: staggerTimeMs ?? MIN_STAGGER_MS })}
        />
      )}
    </div>
  )
}
