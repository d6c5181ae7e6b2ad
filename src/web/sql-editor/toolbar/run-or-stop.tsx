import { IconChevronDown, IconPlayerPlayFilled, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Kbd } from '../../ui/marks.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuItem } from '../../ui/menu-item.ts'
import { useText } from '../../ui/text.ts'
import { runActive, stopActive } from '../commands.ts'
import type { EditorTab } from '../model/state.ts'
import { useEditor } from '../store.ts'
import { openDialog, useView } from '../view-store.ts'
import { whyNot } from '../why-not.ts'
import { keepFocus } from './keep-focus.ts'

/** One button takes the place of the other, and the focus with it. */
export function RunOrStop({ editor, isRunning }: { editor: EditorTab; isRunning: boolean }) {
  const place = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)
  useEffect(() => {
    const note = () => {
      hadFocus.current = place.current?.contains(document.activeElement) ?? false
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button that had the focus went with the state
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) place.current?.querySelector('button')?.focus()
  }, [isRunning])
  return (
    <span ref={place} className="row">
      {isRunning ? <StopButton /> : <RunButton editor={editor} />}
    </span>
  )
}

function RunButton({ editor }: { editor: EditorTab }) {
  const t = useText()
  const hasSelection = useView((state) => state.cursor !== null && state.cursor.from !== state.cursor.to)
  const database = useEditor((state) => (editor.dbId === null ? undefined : state.databases[editor.dbId]))
  const reason = whyNot(editor, t)
  const items = (): readonly MenuItem[] => [
    { label: t('Run statement'), keys: 'Mod+Enter', onSelect: () => runActive('statement') },
    { label: t('Run all'), keys: 'Mod+Shift+Enter', onSelect: () => runActive('all') },
    ...(database?.allow_ctas === true
      ? [{ label: t('Create table as'), onSelect: () => openDialog({ kind: 'createTable', method: 'TABLE' }) }]
      : []),
    ...(database?.allow_cvas === true
      ? [{ label: t('Create view as'), onSelect: () => openDialog({ kind: 'createTable', method: 'VIEW' }) }]
      : []),
  ]
  return (
    <span className="split">
      <Button
        variant="primary"
        icon={<IconPlayerPlayFilled className="s" aria-hidden />}
        disabledReason={reason}
        onMouseDown={keepFocus}
        onClick={() => runActive('statement')}
      >
        {hasSelection ? t('Run selection') : t('Run statement')}
        <Kbd keys="Mod+Enter" />
      </Button>
      <Menu
        trigger={
          <Button
            variant="primary"
            aria-label={t('More ways to run')}
            icon={<IconChevronDown className="s" aria-hidden />}
          />
        }
        items={items}
      />
    </span>
  )
}

function StopButton() {
  const t = useText()
  return (
    <Button
      className="sql-stop"
      icon={<IconPlayerStopFilled className="s" aria-hidden />}
      onMouseDown={keepFocus}
      onClick={stopActive}
    >
      {t('Stop')}
      <Kbd keys="Escape" />
    </Button>
  )
}
