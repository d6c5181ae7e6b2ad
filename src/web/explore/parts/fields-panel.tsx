import { IconChevronDown, IconChevronRight, IconSearch, IconTable } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { can } from '../../app/bootstrap.ts'
import { datasetPath } from '../../app/places.ts'
import { usePages } from '../../data/list.ts'
import { TextInput } from '../../ui/field.tsx'
import { Link, useNavigate } from '../../ui/router.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import { toast } from '../../ui/toast.ts'
import { dragSource } from '../drag.ts'
import styles from '../explore.module.css'
import { hasUnsavedChanges } from '../model/explore-state.ts'
import { columnFields, type Field, findFields, metricFields } from '../model/fields.ts'
import { datasetsPages, exploreQuery } from '../queries.ts'
import { useExplore } from '../store.ts'

/** Metrics and columns of the dataset: a press or Enter puts one into the chart, a drag puts it anywhere. */
export function FieldsPanel() {
  const t = useText()
  const dataset = useExplore((store) => store.dataset)
  const [search, setSearch] = useState('')
  const metrics = useMemo(() => findFields(metricFields(dataset), search), [dataset, search])
  const columns = useMemo(() => findFields(columnFields(dataset), search), [dataset, search])
  return (
    <aside className={styles.fields} aria-label={t('Fields of the dataset')}>
      <div className={styles.fieldsTop}>
        <DatasetSelect />
        <TextInput
          ariaLabel={t('Search metrics and columns')}
          placeholder={t('Metrics and columns')}
          icon={<IconSearch className="s" aria-hidden />}
          value={search}
          onChange={setSearch}
        />
      </div>
      <div
        className={styles.fieldList}
        role="toolbar"
        aria-orientation="vertical"
        aria-label={t('Metrics and columns')}
        onKeyDown={handleArrows}
      >
        <FieldGroup title={t('Metrics')} fields={metrics} />
        <FieldGroup title={t('Columns')} fields={columns} />
        {metrics.length + columns.length === 0 && <EmptyState title={t('No field holds “{{search}}”', { search })} />}
      </div>
      <div className={styles.fieldsFoot}>
        <span className="ell grow">
          {t('{{count}} column|{{count}} columns', { count: dataset.columns.length })}
          {dataset.database?.name ? ` · ${dataset.database.name}` : ''}
        </span>
        {can('can_write', 'Dataset') && dataset.id && (
          <Link to={`/dataset/${dataset.id}/edit/`}>{t('Edit dataset')}</Link>
        )}
      </div>
    </aside>
  )
}

function DatasetSelect() {
  const t = useText()
  const navigate = useNavigate()
  const dataset = useExplore((store) => store.dataset)
  const [search, setSearch] = useState('')
  const { rows, isFetching, more } = usePages(datasetsPages(search))
  const client = useQueryClient()
  const isUntouched = useExplore((store) => store.slice === null && !hasUnsavedChanges(store.state))
  const changeDataset = useExplore((store) => store.changeDataset)
  const label = dataset.table_name ?? dataset.name
  const own = { value: dataset.id ?? 0, label, icon: <IconTable className="s" aria-hidden /> }
  const isFound = label.toLowerCase().includes(search.trim().toLowerCase())
  const handleChange = async (id: number) => {
    if (isUntouched) return navigate(datasetPath(id))
    try {
      const { dataset: other } = await client.fetchQuery(exploreQuery(`datasource_id=${id}&datasource_type=table`))
      const left = changeDataset(other)
      if (left.length > 0)
        toast.info(
          t('{{dataset}} does not have {{names}}', { dataset: other.table_name ?? other.name, names: left.join(', ') }),
        )
    } catch (error) {
      toast.danger(error instanceof Error ? error.message : t('An error occurred'))
    }
  }
  const others = rows
    .filter((one) => one.id !== dataset.id)
    .map((one) => ({ value: one.id, label: one.table_name, hint: one.schema ?? undefined }))
  return (
    <Select
      ariaLabel={t('Dataset')}
      searchable
      options={[...(isFound ? [own] : []), ...others].map(
        ({ hint, ...one }: { value: number; label: string; hint?: string | undefined }) =>
          hint ? { ...one, hint } : one,
      )}
      value={dataset.id ?? null}
      onChange={(id) => void handleChange(id)}
      onSearch={setSearch}
      onMore={more}
      isLoading={isFetching}
    />
  )
}

function FieldGroup({ title, fields }: { title: string; fields: readonly Field[] }) {
  const [isOpen, setOpen] = useState(true)
  const Arrow = isOpen ? IconChevronDown : IconChevronRight
  if (fields.length === 0) return null
  return (
    <section>
      <button type="button" className={styles.groupHead} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Arrow className="s" aria-hidden />
        <span className="b grow">{title}</span>
        <span className="c3">{fields.length}</span>
      </button>
      {isOpen && fields.map((field) => <FieldRow key={field.id} field={field} />)}
    </section>
  )
}

function FieldRow({ field }: { field: Field }) {
  const t = useText()
  const addField = useExplore((store) => store.addField)
  return (
    <button
      type="button"
      className={styles.fieldRow}
      data-tip={field.detail ?? undefined}
      aria-label={t('Add {{name}} to the chart', { name: field.title })}
      onClick={() => addField(field)}
      {...dragSource(field)}
    >
      <span className={styles.sign} aria-hidden>
        {field.sign}
      </span>
      <span className="ell grow">{field.title}</span>
    </button>
  )
}

function handleArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = rows[at + step]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  next.focus()
}
