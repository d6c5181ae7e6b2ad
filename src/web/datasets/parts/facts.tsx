import { IconDatabase, IconRosetteDiscountCheck } from '@tabler/icons-react'
import { Avatar, Badge } from '../../ui/marks.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../datasets.module.css'
import { useOwnerChoices } from '../queries.ts'
import type { Editor } from '../use-editor.ts'

/** Where the dataset is, whose it is, who vouches for it. */
export function Facts({ editor }: { editor: Editor }) {
  const t = useText()
  const { dataset, draft } = editor
  const choices = useOwnerChoices().data ?? []
  const nameOf = (id: number) => {
    const stored = dataset.owners.find((owner) => owner.id === id)
    return stored ? `${stored.first_name} ${stored.last_name}` : choices.find((one) => one.value === id)?.text
  }
  const names = draft.settings.ownerIds.map((id) => nameOf(id) ?? `#${id}`)
  return (
    <div className={styles.facts}>
      <span className="row g1 nw">
        <IconDatabase className="s c3" aria-hidden />
        {dataset.database.database_name}
        {draft.settings.schema && <span className="c3"> / {draft.settings.schema}</span>}
      </span>
      <span className="row g2 nw">
        <span className="c3">{t('Owners')}</span>
        {names.length === 0 ? (
          <span className="c3">{t('No one')}</span>
        ) : (
          names.map((name) => <Avatar key={name} name={name} />)
        )}
        {names.length === 1 && <span>{names[0]}</span>}
      </span>
      {draft.settings.certifiedBy !== '' && (
        <Badge tone="ok" icon={<IconRosetteDiscountCheck className="s" aria-hidden />}>
          {t('Certified by {{name}}', { name: draft.settings.certifiedBy })}
        </Badge>
      )}
    </div>
  )
}
