import { useState } from 'react'
import { SegmentedControl } from '../../ui/choices.tsx'
import { TextInput } from '../../ui/field.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../connections.module.css'
import { hasPassword } from '../model/payload.ts'
import { readUrl, urlOf } from '../model/url.ts'
import type { ConnectionForm } from '../use-connection-form.ts'
import { OptionFields } from './option-fields.tsx'
import { ParameterField } from './parameter-field.tsx'

/** Where the database is: by fields, or by an address that is taken apart into them. */
export function PlaceFields({ form }: { form: ConnectionForm }) {
  const t = useText()
  const [way, setWay] = useState<'fields' | 'url'>('fields')
  const properties = Object.entries(form.engine?.parameters.properties ?? {})
  const shown = properties.filter(([, schema]) => schema.type !== 'object' && !schema.deprecated)
  return (
    <>
      <div className="row g3">
        <SegmentedControl
          label={t('Enter as')}
          value={way}
          onChange={setWay}
          options={[
            { value: 'fields', label: t('Fields') },
            { value: 'url', label: t('URL') },
          ]}
        />
      </div>
      {way === 'url' ? (
        <UrlField form={form} />
      ) : (
        <div className={styles.grid}>
          {shown.map(([name, schema]) => (
            <ParameterField key={name} name={name} schema={schema} form={form} />
          ))}
        </div>
      )}
      <OptionFields form={form} />
    </>
  )
}

function UrlField({ form }: { form: ConnectionForm }) {
  const t = useText()
  const { draft, engine, engines, stored } = form
  const [url, setUrl] = useState(() => urlOf(draft, hasPassword(stored), engine))
  const [fault, setFault] = useState<string | null>(null)
  const handleChange = (text: string) => {
    setUrl(text)
    if (text.trim() === '') return setFault(null)
    const read = readUrl(text, draft, engines)
    setFault(read.state === 'bad' ? t(read.fault, { scheme: read.scheme }) : null)
    if (read.state === 'read') form.change(read.draft)
  }
  return (
    <TextInput
      label={t('URL')}
      className="mono"
      autoComplete="off"
      placeholder={engine?.sqlalchemy_uri_placeholder}
      value={url}
      error={fault}
      help={t('It is taken apart into the fields. The password is shown to nobody again.')}
      onChange={handleChange}
    />
  )
}
