import type { Control } from '../../../charts/chart.ts'
import { partAhead } from '../../ui/part-ahead.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/progress.tsx'
import { useText } from '../../ui/text.ts'
import styles from '../controls.module.css'
import { annotationsIn, type WireAnnotation } from '../model/annotations.ts'
import { useExplore, useForm } from '../store.ts'
import { Pill } from './pill.tsx'

const { part: AnnotationEditor } = partAhead(
  () => import('./annotation-editor.tsx').then((m) => m.AnnotationEditor),
  <Skeleton lines={5} />,
)
const EDITOR_PX = 376
const SIGNS = { FORMULA: 'fx', EVENT: '|', INTERVAL: '[]', TIME_SERIES: '~' } as const

/** Layers that are drawn over the chart, each with its own editor. */
export function AnnotationsControl({ control }: { control: Control }) {
  const t = useText()
  const setField = useExplore((store) => store.setField)
  const layers = annotationsIn(useForm()[control.field])
  const write = (next: readonly WireAnnotation[]) => setField(control.field, next)
  const names = layers.map(({ name }) => name)
  return (
    <div className={styles.control}>
      <span className="lbl row">
        <span className="grow">{t(control.label)}</span>
        {layers.length > 0 && <span className="c3">{layers.length}</span>}
      </span>
      {layers.map((layer, index) => (
        <Popover
          key={layer.name}
          label={t('Annotation {{name}}', { name: layer.name })}
          placement="right-start"
          width={EDITOR_PX}
          trigger={
            <Pill
              sign={SIGNS[layer.annotationType]}
              label={layer.name}
              detail={layer.show ? undefined : t('hidden')}
              onRemove={() => write(layers.filter((_, at) => at !== index))}
            />
          }
        >
          {(close) => (
            <AnnotationEditor
              layer={layer}
              taken={names.filter((_, at) => at !== index)}
              onClose={close}
              onApply={(next) => write(layers.with(index, next))}
              onRemove={() => write(layers.filter((_, at) => at !== index))}
            />
          )}
        </Popover>
      ))}
      <Popover
        label={t('Add an annotation')}
        placement="right-start"
        width={EDITOR_PX}
        trigger={
          <button type="button" className={styles.drop} aria-label={t('Add an annotation')}>
            {t('Add an annotation')}
          </button>
        }
      >
        {(close) => (
          <AnnotationEditor layer={null} taken={names} onClose={close} onApply={(next) => write([...layers, next])} />
        )}
      </Popover>
    </div>
  )
}
