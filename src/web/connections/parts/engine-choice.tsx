import { useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { startDraft } from '../model/draft.ts'
import type { ConnectionForm } from '../use-connection-form.ts'

/** The engines that this server opens, as tiles of which one is chosen. */
export function EngineChoice({ form }: { form: ConnectionForm }) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="plain-fieldset">
      <legend className="sr">{t('Engine')}</legend>
      <div className={styles.engines}>
        {form.engines.map((engine) => {
          const isChosen = engine.engine === form.draft.engine
          return (
            <label key={engine.engine} className={classNames(styles.engine, isChosen && styles.chosen)}>
              <input
                type="radio"
                className="sr"
                name={name}
                checked={isChosen}
                onChange={() => form.change(startDraft(engine, form.draft))}
              />
              <span className={styles.sign} aria-hidden>
                {engine.name.slice(0, 2)}
              </span>
              <span className="col">
                <span className="b">{engine.name}</span>
                <span className="c3 t1">
                  {'host' in engine.parameters.properties ? t('Server') : t('File on the server')}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
