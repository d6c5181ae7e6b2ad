import { IconSearch } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import type { ChartId } from '../../../charts/charts.ts'
import { EXPLORED_CHARTS } from '../../../charts/explored.ts'
import { PATHS } from '../../app/places.ts'
import { usePages } from '../../data/list.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useCommand } from '../../ui/commands.ts'
import { TextInput } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useNavigate, useSearchParams } from '../../ui/router.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { useViewport } from '../../ui/viewport.ts'
import { datasetsPages } from '../queries.ts'
import { handleRadioKeys, radioTabIndex } from '../radio-keys.ts'
import { findTypes } from './find-types.ts'
import styles from './gallery.module.css'
import { TypeSample } from './type-sample.tsx'

/** A new chart: its dataset and its type. */
export function GalleryScreen() {
  const t = useText()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [datasetId, setDatasetId] = useState<number | null>(() => Number(params.get('datasource_id')) || null)
  const [type, setType] = useState<ChartId>('echarts_timeseries_line')
  const [search, setSearch] = useState('')
  const found = findTypes(EXPLORED_CHARTS, useDeferredValue(search))
  const open = () => {
    if (datasetId !== null)
      void navigate(`${PATHS.explore}?datasource_type=table&datasource_id=${datasetId}&viz_type=${type}`)
  }
  useCommand({
    id: 'gallery.open',
    label: t('Open in Explore'),
    keys: 'Mod+Enter',
    run: open,
    when: () => datasetId !== null,
  })
  const isPhone = useViewport() === 'phone'
  const picker = <DatasetPicker value={datasetId} onChange={setDatasetId} />
  return (
    <main className="main">
      <PageHeader
        crumbs={[{ label: t('Charts'), to: PATHS.charts }]}
        title={t('New chart')}
        actions={
          <>
            <LinkButton variant="ghost" to={PATHS.charts}>
              {t('Cancel')}
            </LinkButton>
            <Button
              variant="primary"
              disabledReason={datasetId === null ? t('Pick a dataset first') : undefined}
              onClick={open}
            >
              {t('Open in Explore')}
            </Button>
          </>
        }
      >
        {!isPhone && picker}
      </PageHeader>
      <div className={styles.bar}>
        {isPhone && picker}
        <TextInput
          ariaLabel={t('Search chart types')}
          placeholder={t('Type or purpose')}
          icon={<IconSearch className="s" aria-hidden />}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div className={styles.cards} role="radiogroup" aria-label={t('Chart type')} onKeyDown={handleRadioKeys}>
        {found.map((chart, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a card with a picture, not a round mark
          <button
            key={chart.id}
            type="button"
            role="radio"
            aria-checked={chart.id === type}
            tabIndex={radioTabIndex(
              chart.id === type,
              index === 0,
              found.some((one) => one.id === type),
            )}
            className={classNames(styles.card, chart.id === type && styles.on)}
            onClick={() => setType(chart.id)}
            onDoubleClick={open}
          >
            <TypeSample id={chart.id} />
            <span className={styles.caption}>
              <span className="bb">{t(chart.label)}</span>
              <span className="c3">{t(chart.description)}</span>
            </span>
          </button>
        ))}
      </div>
      {found.length === 0 && <EmptyState title={t('No chart type holds “{{search}}”', { search })} />}
    </main>
  )
}

function DatasetPicker({ value, onChange }: { value: number | null; onChange: (id: number) => void }) {
  const t = useText()
  const [search, setSearch] = useState('')
  const { rows, isFetching, more } = usePages(datasetsPages(search))
  return (
    <Select
      className={styles.dataset ?? ''}
      ariaLabel={t('Dataset')}
      prefix={t('from dataset')}
      placeholder={t('Pick a dataset')}
      searchable
      options={rows.map((one) => ({
        value: one.id,
        label: one.table_name,
        ...(one.schema ? { hint: one.schema } : {}),
      }))}
      value={value}
      onChange={onChange}
      onSearch={setSearch}
      onMore={more}
      isLoading={isFetching}
    />
  )
}
