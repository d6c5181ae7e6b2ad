import { useCommands } from './commands.ts'
import { Dialog } from './dialog.tsx'
import { Kbd } from './marks.tsx'
import { useText } from './text.ts'

/** Every command that has keys, by group. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const withKeys = useCommands().filter((command) => command.keys)
  const groups = Map.groupBy(withKeys, (command) => command.group ?? t('Here'))
  return (
    <Dialog title={t('Keyboard shortcuts')} onClose={onClose} width={560}>
      <div className="shortcut-groups">
        {[...groups].map(([group, commands]) => (
          <section key={group}>
            <h3 className="t1 c3">{group}</h3>
            <dl>
              {commands.map((command) => (
                <div key={command.id} className="row">
                  <dt className="grow">{command.label}</dt>
                  <dd>{command.keys && <Kbd keys={command.keys} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
