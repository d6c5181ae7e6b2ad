import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { ImportReport, ReportedObject } from '../../../resources/kit/transfer.ts'
import { ChangeList } from '../../data/changes/change-list.tsx'
import { Badge, type Tone } from '../../ui/marks.tsx'
import { useText } from '../../ui/text.ts'
import styles from './import.module.css'
import { planOf, unmappedObjects, valueText } from './report-model.ts'

const TONES: Readonly<Record<ReportedObject['outcome'], Tone>> = {
  created: 'ok',
  overwritten: 'warn',
  unchanged: 'neutral',
}

/** What an import does, or did: each object, then what of it the product does not use. */
export function Report({ report, isDone }: { report: ImportReport; isDone: boolean }) {
  const t = useText()
  const { objects, problems, unmapped } = report
  return (
    <div className="col g4">
      {!isDone && planOf(report) === 'nothing' && <p>{t('Everything in the file is here already, as it is there.')}</p>}
      {!isDone && planOf(report) === 'overwrite' && <p>{t('Some of it is here already and will be written over.')}</p>}
      {problems.length > 0 && <Problems problems={problems} />}
      {objects.length > 0 && (
        <section className="col g2">
          <h3 className="t4">{isDone ? t('What was imported') : t('What will be imported')}</h3>
          <ul className={styles.objects}>
            {objects.map((object) => (
              <ObjectRow key={object.file} object={object} />
            ))}
          </ul>
        </section>
      )}
      {unmapped.length > 0 ? (
        <Unmapped unmapped={unmapped} />
      ) : (
        objects.length > 0 && (
          <p className="row g2 c2">
            <IconCircleCheck className="co" aria-hidden />
            {t('Every setting in the file has its counterpart here.')}
          </p>
        )
      )}
    </div>
  )
}

function Problems({ problems }: Pick<ImportReport, 'problems'>) {
  const t = useText()
  return (
    <section className="col g2" role="alert">
      <h3 className="t4 cd">{t('This cannot be imported')}</h3>
      <ul className={styles.objects}>
        {problems.map(({ file, message }) => (
          <li key={`${file} ${message}`} className={styles.problem}>
            {file !== '' && <span className="mono c2">{file}</span>}
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ObjectRow({ object }: { object: ReportedObject }) {
  const t = useText()
  const kinds: Readonly<Record<ReportedObject['kind'], string>> = {
    dashboard: t('Dashboard'),
    chart: t('Chart'),
    dataset: t('Dataset'),
    database: t('Connection'),
    saved_query: t('Saved query'),
  }
  const outcomes: Readonly<Record<ReportedObject['outcome'], string>> = {
    created: t('Created'),
    overwritten: t('Overwritten'),
    unchanged: t('Unchanged'),
  }
  const line = (
    <>
      <span className={styles.kind}>{kinds[object.kind]}</span>
      <span className="ell b grow" data-tip={object.file}>
        {object.name}
      </span>
      <Badge tone={TONES[object.outcome]}>{outcomes[object.outcome]}</Badge>
    </>
  )
  if (object.changes.length === 0) return <li className={styles.object}>{line}</li>
  const changes = object.changes.map(({ path, before, after }) => ({ label: path.join(' › '), before, after }))
  return (
    <li>
      <details>
        <summary className={styles.object}>{line}</summary>
        <div className={styles.changes}>
          <ChangeList changes={changes} />
        </div>
      </details>
    </li>
  )
}

function Unmapped({ unmapped }: Pick<ImportReport, 'unmapped'>) {
  const t = useText()
  return (
    <section className="col g2">
      <h3 className="t4 row g2">
        <IconAlertTriangle className="cw" aria-hidden />
        {t('Not used here: {{count}} setting|Not used here: {{count}} settings', { count: unmapped.length })}
      </h3>
      <p className="c2">{t('These settings are kept with the object, and change nothing.')}</p>
      <ul className={styles.objects}>
        {unmappedObjects(unmapped).map(({ file, name, settings }) => (
          <li key={file}>
            <details open={settings.length <= 3}>
              <summary className={styles.object}>
                <span className="ell b grow">{name}</span>
                <span className="c3">{settings.length}</span>
              </summary>
              <ul className={styles.settings}>
                {settings.map(({ setting, value, reason }) => (
                  <li key={setting}>
                    <code className="mono">
                      {setting} = {valueText(value)}
                    </code>
                    <span className="c2">{t(reason)}</span>
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
