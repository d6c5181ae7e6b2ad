import type { ReactNode } from 'react'
import { partAhead } from '../../ui/part-ahead.tsx'
import { useText } from '../../ui/text.ts'
import type { ListKind } from '../list-kind.ts'
import styles from './import.module.css'
import { useArchiveDrop } from './use-archive-drop.ts'

const { part: ImportDialog } = partAhead(() => import('./import-dialog.tsx').then((module) => module.ImportDialog))

interface ImportPlaceProps<Row> {
  kind: ListKind<Row>
  archive: File | null
  onArchive: (archive: File | null) => void
  children: ReactNode
}

/** The page of a list, which takes archives that are dropped on it. */
export function ImportPlace<Row>({ kind, archive, onArchive, children }: ImportPlaceProps<Row>) {
  const t = useText()
  const takesArchives = kind.imports && !kind.dropsAreData && kind.canChange()
  const { isOver, handlers } = useArchiveDrop(takesArchives ? onArchive : null)
  return (
    <main className={`main ${styles.place}`} {...handlers}>
      {children}
      {isOver && <div className={styles.over}>{t('Drop the archive to import it')}</div>}
      {archive && kind.imports && <ImportDialog kind={kind.imports} file={archive} onClose={() => onArchive(null)} />}
    </main>
  )
}
