import { IconDatabase, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Avatar, Badge } from '../../ui/marks.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import type { Editor } from '../use-editor.ts'

/** Where the dataset is, whose it is, who vouches for it. */
export function Facts({ editor }: { editor: Editor }) {
  const t = useText()
  const { dataset, draft } = editor
  const { owners } = draft.settings
  return (
    <div className={styles.facts}>
      <span className="row g1 nw">
        <IconDatabase className="s c3" aria-hidden />
        {dataset.database.database_name}
        {draft.settings.schema && <span className="c3"> / {draft.settings.schema}</span>}
      </span>
      <span className="row g2 nw">
        <span className="c3">{t('Owners')}</span>
        {owners.length === 0 ? (
          <span className="c3">{t('No one')}</span>
        ) : (
          owners.map(({ id, name }) => <Avatar key={id} name={name} />)
        )}
        {owners.length === 1 && <span>{owners[0]?.name}</span>}
      </span>
      {draft.settings.certifiedBy !== '' && (
        <Badge tone="ok" icon={<IconRosetteDiscountCheck className="s" aria-hidden />}>
          {t('Certified by {{name}}', { name: draft.settings.certifiedBy })}
        </Badge>
      )}
    </div>
  )
}
