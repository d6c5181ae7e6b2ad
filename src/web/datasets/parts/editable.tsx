import type { ReactNode } from 'react'
import styles from '../datasets.module.css'

/** Fields that are all closed when the dataset can only be read. */
export const Editable = ({ isReadOnly, children }: { isReadOnly: boolean; children: ReactNode }) => (
  <fieldset className={`plain-fieldset ${styles.editable}`} disabled={isReadOnly}>
    {children}
  </fieldset>
)
