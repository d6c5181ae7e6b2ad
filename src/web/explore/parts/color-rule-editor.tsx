import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { NumberInput, TextInput } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import {
  type ColorColumn,
  colorRuleProblems,
  NAMED_COLORS,
  OPERATORS,
  targetCount,
  type WireColorRule,
  withOperator,
} from '../model/color-rules.ts'

interface ColorRuleEditorProps {
  readonly start: WireColorRule
  readonly columns: readonly ColorColumn[]
  onApply(rule: WireColorRule): void
  onClose(): void
}

interface PartProps {
  readonly draft: WireColorRule
  readonly problems: ReturnType<typeof colorRuleProblems>
  onDraft(draft: WireColorRule): void
}

const FIRST_OWN_COLOR = '#2a9d8f'

/** One rule: which cells of a column it colours, and how. */
export function ColorRuleEditor({ start, columns, onApply, onClose }: ColorRuleEditorProps) {
  const t = useText()
  const [draft, setDraft] = useState(start)
  const [isTried, setTried] = useState(false)
  const problems = colorRuleProblems(draft)
  const isReady = Object.keys(problems).length === 0
  const parts = { draft, problems: isTried ? problems : onlyWrong(problems), onDraft: setDraft }
  const known = columns.some(({ name }) => name === draft.column) || draft.column === ''
  const offered = known ? columns : [...columns, { name: draft.column, title: draft.column }]
  return (
    <form
      className={styles.editor}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        setTried(true)
        if (!isReady) return
        onApply(draft)
        onClose()
      }}
    >
      <div className="row g2">
        <span className="grow">{t('Conditional formatting')}</span>
        <IconButton size="sm" label={t('Close')} icon={<IconX />} onClick={onClose} />
      </div>
      <Select
        label={t('Column')}
        options={offered.map(({ name, title }) => ({ value: name, label: title }))}
        value={draft.column || null}
        placeholder={t('The chart has no column of numbers')}
        error={parts.problems.column && t(parts.problems.column)}
        onChange={(column) => setDraft({ ...draft, column })}
      />
      <Select
        label={t('Condition')}
        options={OPERATORS.map((value) => ({ value, label: value === 'None' ? t('Every value, by its size') : value }))}
        value={draft.operator}
        onChange={(operator) => setDraft(withOperator(draft, operator))}
      />
      <Targets {...parts} />
      <Color {...parts} />
      <div className={styles.editorFoot}>
        <span className="grow" />
        <Button onClick={onClose}>{t('Cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('Apply')}
        </Button>
      </div>
    </form>
  )
}

/** Before the first try only what is wrong is told, not what is yet to be typed. */
const onlyWrong = ({ right }: PartProps['problems']): PartProps['problems'] =>
  right === undefined || right === 'cannot be empty' ? {} : { right }

function Targets({ draft, problems, onDraft }: PartProps) {
  const t = useText()
  const count = targetCount(draft.operator)
  if (count === 0) return null
  if (count === 1)
    return (
      <NumberInput
        label={t('Value')}
        value={draft.targetValue ?? null}
        error={problems.target && t(problems.target)}
        onChange={(targetValue) => onDraft({ ...draft, targetValue })}
      />
    )
  return (
    <div className={styles.pair}>
      <NumberInput
        label={t('From')}
        value={draft.targetValueLeft ?? null}
        error={problems.left && t(problems.left)}
        onChange={(targetValueLeft) => onDraft({ ...draft, targetValueLeft })}
      />
      <NumberInput
        label={t('To')}
        value={draft.targetValueRight ?? null}
        error={problems.right && t(problems.right)}
        onChange={(targetValueRight) => onDraft({ ...draft, targetValueRight })}
      />
    </div>
  )
}

const OWN = 'own'

function Color({ draft, onDraft }: Omit<PartProps, 'problems'>) {
  const t = useText()
  const named = NAMED_COLORS.find((name) => name.toLowerCase() === draft.colorScheme.toLowerCase())
  const options = [...NAMED_COLORS.map((value) => ({ value, label: t(value) })), { value: OWN, label: t('Own colour') }]
  return (
    <div className={styles.pair}>
      <Select
        label={t('Colour')}
        options={options}
        value={named ?? OWN}
        onChange={(value) => onDraft({ ...draft, colorScheme: value === OWN ? FIRST_OWN_COLOR : value })}
      />
      {named === undefined && (
        <TextInput
          type="color"
          label={t('Own colour')}
          value={/^#[0-9a-f]{6}$/i.test(draft.colorScheme) ? draft.colorScheme : FIRST_OWN_COLOR}
          onChange={(colorScheme) => onDraft({ ...draft, colorScheme })}
        />
      )}
    </div>
  )
}
