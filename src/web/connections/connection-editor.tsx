import { IconPlugConnected } from '@tabler/icons-react'
import type { FormEvent } from 'react'
import { PATHS } from '../app/places.ts'
import { DatabaseUses } from '../data/database-uses.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { useCommand } from '../ui/commands.ts'
import { TextInput } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { useText } from '../ui/text.ts'
import { useUnsaved } from '../ui/unsaved.ts'
import styles from './connections.module.css'
import type { WireConnection, WireEngine } from './model/wire.ts'
import { EngineChoice } from './parts/engine-choice.tsx'
import { PlaceFields } from './parts/place-fields.tsx'
import { SettingsFields } from './parts/settings-fields.tsx'
import { TrialPanel } from './parts/trial-panel.tsx'
import { type ConnectionForm, useConnectionForm } from './use-connection-form.ts'

interface ConnectionEditorProps {
  stored: WireConnection | null
  engines: readonly WireEngine[]
}

/** A new connection, or a stored one. */
export function ConnectionEditor({ stored, engines }: ConnectionEditorProps) {
  const t = useText()
  const form = useConnectionForm(stored, engines)
  useUnsaved(form.isDirty)
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    void form.save()
  }
  return (
    <main className="main">
      <PageHeader
        title={stored ? stored.database_name : t('Connect a database')}
        crumbs={[{ label: t('Connections'), to: PATHS.databases }]}
      />
      <form className={styles.editor} onSubmit={handleSubmit} noValidate>
        <div className={`scroll ${styles.columns}`}>
          <Fields form={form} />
          <aside className={styles.aside}>
            {form.engine && <TrialPanel form={form} />}
            {stored && (
              <section className={styles.box} aria-labelledby="connection-uses">
                <h2 id="connection-uses">{t('Used by')}</h2>
                <DatabaseUses id={stored.id} />
              </section>
            )}
          </aside>
        </div>
        <Footer form={form} />
      </form>
    </main>
  )
}

function Fields({ form }: { form: ConnectionForm }) {
  const t = useText()
  const { draft, stored, engine, faults } = form
  return (
    <div className={styles.fields}>
      <p className="c2 t2">
        {t('Queries run where the data is. Sightline keeps nothing but the results you ask for.')}
      </p>
      {!stored && <EngineChoice form={form} />}
      <TextInput
        label={t('Name')}
        value={draft.name}
        maxLength={250}
        error={faults.database_name && t(faults.database_name)}
        onChange={(name) => form.change({ ...draft, name })}
      />
      {engine ? (
        <PlaceFields key={engine.engine} form={form} />
      ) : (
        <p className="note">{t('The server itself looks after the address of this connection.')}</p>
      )}
      <SettingsFields form={form} />
    </div>
  )
}

function Footer({ form }: { form: ConnectionForm }) {
  const t = useText()
  const { stored, engine, isSaving, isDirty, trial, failure, isHeld, canSaveUntried } = form
  const isTesting = trial.state === 'running'
  useCommand({
    id: 'connection.save',
    group: t('Connection'),
    label: t('Save connection'),
    keys: 'Mod+S',
    run: () => void form.save(),
    when: () => !isSaving && !isTesting && (stored === null || isDirty),
  })
  return (
    <footer className={styles.footer}>
      <LinkButton variant="ghost" to={PATHS.databases}>
        {t('Cancel')}
      </LinkButton>
      <div className={styles.failure}>
        <span role="alert">{failure ?? (isHeld && t('Not saved: the test failed'))}</span>
        {canSaveUntried && (
          <Button variant="ghost" onClick={() => void form.save(true)}>
            {t('Save without a passed test')}
          </Button>
        )}
      </div>
      {engine && (
        <Button icon={<IconPlugConnected aria-hidden />} loading={isTesting} onClick={() => void form.test()}>
          {trial.state === 'idle' ? t('Test') : t('Test again')}
        </Button>
      )}
      <Button
        type="submit"
        variant="primary"
        loading={isSaving}
        disabledReason={stored && !isDirty ? t('Nothing has changed') : undefined}
      >
        {stored ? t('Save') : t('Connect')}
      </Button>
    </footer>
  )
}
