import type { Control } from '../../../charts/chart.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { colorColumns, colorRulesIn, colorRuleWords, newColorRule, type WireColorRule } from '../model/color-rules.ts'
import { moveItem } from '../model/metrics.ts'
import { useExplore, useForm } from '../store.ts'
import { Pill } from './pill.tsx'

const { part: ColorRuleEditor } = partAhead(
  () => import('./color-rule-editor.tsx').then((m) => m.ColorRuleEditor),
  <Skeleton lines={4} />,
)
const EDITOR_PX = 320

/** Rules that colour the cells of a table, each with its own editor; a later one covers an earlier one. */
export function ColorRulesControl({ control }: { control: Control }) {
  const t = useText()
  const setField = useExplore((store) => store.setField)
  const dataset = useExplore((store) => store.dataset)
  const form = useForm()
  const rules = colorRulesIn(form[control.field])
  const columns = colorColumns(form, dataset)
  const titleOf = (name: string) => columns.find((column) => column.name === name)?.title ?? name
  const write = (next: readonly WireColorRule[]) => setField(control.field, next)
  return (
    <div className={styles.control}>
      <span className="lbl row">
        <span className="grow">{t(control.label)}</span>
        {rules.length > 0 && <span className="c3">{rules.length}</span>}
      </span>
      {rules.map((rule, index) => (
        <Popover
          // biome-ignore lint/suspicious/noArrayIndexKey: rules have no names, and two may be alike
          key={index}
          label={t('Rule for {{name}}', { name: titleOf(rule.column) })}
          placement="right-start"
          width={EDITOR_PX}
          trigger={
            <Pill
              sign="▉"
              signColor={rule.colorScheme}
              label={titleOf(rule.column)}
              detail={colorRuleWords(rule) || t('by size')}
              bad={!columns.some(({ name }) => name === rule.column)}
              onRemove={() => write(rules.filter((_, at) => at !== index))}
              onMove={(step) => write(moveItem(rules, index, index + step))}
            />
          }
        >
          {(close) => (
            <ColorRuleEditor
              start={rule}
              columns={columns}
              onApply={(next) => write(rules.with(index, next))}
              onClose={close}
            />
          )}
        </Popover>
      ))}
      <Popover
        label={t('Add a rule')}
        placement="right-start"
        width={EDITOR_PX}
        trigger={
          <button type="button" className={styles.drop}>
            {t('Add a rule')}
          </button>
        }
      >
        {(close) => (
          <ColorRuleEditor
            start={newColorRule(columns)}
            columns={columns}
            onApply={(next) => write([...rules, next])}
            onClose={close}
          />
        )}
      </Popover>
    </div>
  )
}
