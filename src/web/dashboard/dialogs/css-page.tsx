import { can } from '../../app/bootstrap.ts'
import { useList } from '../../data/list.ts'
import { TextArea } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'

interface CssPageProps {
  css: string
  onChange: (css: string) => void
}

/** The CSS of a dashboard, typed or added from a template. */
export function CssPage({ css, onChange }: CssPageProps) {
  const t = useText()
  return (
    <div className="col g3">
      {can('can_read', 'CssTemplate') && <TemplateSelect css={css} onChange={onChange} />}
      <TextArea
        label={t('CSS')}
        help={t('Applies to this dashboard only.')}
        className="mono"
        rows={16}
        value={css}
        onChange={onChange}
      />
    </div>
  )
}

interface TemplateRow {
  readonly id: number
  readonly template_name: string | null
  readonly css: string | null
}

const MOST_TEMPLATES = 200

/** Adds the CSS of a template below what stands there, where the server has templates. */
function TemplateSelect({ css, onChange }: CssPageProps) {
  const t = useText()
  const { data } = useList<TemplateRow>({
    resource: 'css_template',
    orderColumn: 'template_name',
    pageSize: MOST_TEMPLATES,
  })
  const rows = data?.result ?? []
  if (rows.length === 0) return null
  const handlePick = (id: number) => {
    const added = rows.find((one) => one.id === id)?.css ?? ''
    onChange(css.trim() === '' ? added : `${css.trimEnd()}\n\n${added}`)
  }
  return (
    <Select
      label={t('Add a CSS template')}
      placeholder={t('Choose a template')}
      value={null}
      onChange={handlePick}
      options={rows.map(({ id, template_name }) => ({ value: id, label: template_name ?? '–' }))}
    />
  )
}
