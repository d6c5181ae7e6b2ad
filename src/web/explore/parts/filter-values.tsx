import { IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { formatCount } from '../../ui/format.ts'
import { Skeleton } from '../../ui/progress.tsx'
import { useRowWindow } from '../../ui/row-window.ts'
import { FailedState } from '../../ui/states.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { chooseAll, invert, toggleValue } from '../model/filter-draft.ts'
import type { DatasetColumn } from '../model/wire.ts'
import { columnValuesQuery, type ValueCount } from '../queries.ts'
import { useForm } from '../store.ts'
import type { DraftProps } from './draft-props.ts'

const ROW_PX = 26

/** The values of a column with their rows, most frequent first. */
export function FilterValues({ column, draft, onDraft }: DraftProps & { readonly column: DatasetColumn }) {
  const t = useText()
  const datasource = String(useForm().datasource ?? '')
  const [search, setSearch] = useState('')
  const needle = useDeferredValue(search.trim())
  const { data, error, refetch } = useQuery({
    ...columnValuesQuery(datasource, column.column_name, needle),
    placeholderData: keepPreviousData,
  })
  const loaded = data?.values ?? []
  const missing = needle === '' ? draft.values.filter((value) => !loaded.some((one) => one.value === value)) : []
  const listed: readonly ValueCount[] = [...missing.map((value) => ({ value, count: Number.NaN })), ...loaded]
  const matching = loaded
    .filter((one) => draft.values.includes(one.value) !== draft.isExcluding)
    .reduce((sum, one) => sum + one.count, 0)
  const listedValues = loaded.map((one) => one.value)
  return (
    <>
      <TextInput
        autoFocus
        ariaLabel={t('Search values')}
        placeholder={
          data ? t('Search {{count}} value|Search {{count}} values', { count: data.distinct }) : t('Search values')
        }
        icon={<IconSearch className="s" aria-hidden />}
        value={search}
        onChange={setSearch}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && search !== '') event.preventDefault()
        }}
      />
      {error && (
        <FailedState title={t('The values could not be read')} onRetry={() => void refetch()}>
          {error.message}
        </FailedState>
      )}
      {!error && data === undefined && <Skeleton lines={4} />}
      {data && <ValueList values={listed} draft={draft} onDraft={onDraft} />}
      <div className={styles.valuesFoot}>
        <Button size="sm" variant="ghost" onClick={() => onDraft(chooseAll(draft, listedValues))}>
          {t('Select all')}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => onDraft(invert(draft, listedValues))}>
          {t('Invert')}
        </Button>
        <span className="grow" />
        {data && needle === '' && (
          <span className="num c3">
            {t('{{match}} of {{all}} rows match', { match: formatCount(matching), all: formatCount(data.rows) })}
          </span>
        )}
      </div>
    </>
  )
}

function ValueList({ values, draft, onDraft }: DraftProps & { readonly values: readonly ValueCount[] }) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const view = useRowWindow(box, values.length, ROW_PX, 60)
  const most = values.reduce((max, one) => Math.max(max, one.count || 0), 1)
  if (values.length === 0) return <p className="c3">{t('No value holds this text')}</p>
  return (
    <section ref={box} className={styles.values} aria-label={t('Values')}>
      <div style={{ height: view.padTop }} />
      {values.slice(view.first, view.end).map((one) => (
        <div key={JSON.stringify(one.value)} className={styles.valueRow}>
          <Checkbox
            checked={draft.values.includes(one.value)}
            onChange={() => onDraft(toggleValue(draft, one.value))}
            label={
              one.value === null ? <span className="null">null</span> : <span className="ell">{String(one.value)}</span>
            }
          />
          <span className="grow" />
          {!Number.isNaN(one.count) && (
            <>
              <i className={styles.valueBar} style={{ width: `${(one.count / most) * 56}px` }} aria-hidden />
              <span className="num c3">{formatCount(one.count)}</span>
            </>
          )}
        </div>
      ))}
      <div style={{ height: view.padBottom }} />
    </section>
  )
}
