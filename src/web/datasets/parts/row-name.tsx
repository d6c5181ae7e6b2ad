import { IconAlertTriangle, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import type { Notes } from '../model/extra.ts'

interface RowNameProps {
  row: Notes & { readonly name: string; readonly isRemoved: boolean; readonly id: number | null }
  fault: string | undefined
  onOpen: () => void
}

/** The name of a column or metric: opens it, and shows what is special about it. */
export function RowName({ row, fault, onOpen }: RowNameProps) {
  const t = useText()
  return (
    <span className="row g2">
      <button type="button" className={`${styles.name} ${row.isRemoved ? styles.removed : ''}`} onClick={onOpen}>
        {row.name === '' ? t('Without a name') : row.name}
      </button>
      {row.certifiedBy !== '' && (
        <span data-tip={t('Certified by {{name}}', { name: row.certifiedBy })}>
          <IconRosetteDiscountCheck
            className="s co"
            aria-label={t('Certified by {{name}}', { name: row.certifiedBy })}
          />
        </span>
      )}
      {row.warning !== '' && (
        <span data-tip={row.warning}>
          <IconAlertTriangle className="s cw" aria-label={row.warning} />
        </span>
      )}
      {row.isRemoved && <span className="c3 t1">{t('Goes when saved')}</span>}
      {row.id === null && !fault && <span className="ca t1">{t('Added')}</span>}
      {fault && <span className="cd t1">{fault}</span>}
    </span>
  )
}
