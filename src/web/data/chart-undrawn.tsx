import { EmptyState } from '../ui/states.tsx'
import { useText } from '../ui/text.ts'
import styles from './chart-view.module.css'

/** Why there is no picture: the type is not drawn here, or the rows have no value that it draws. */
export function ChartUndrawn({ vizType }: { readonly vizType?: string }) {
  const t = useText()
  return (
    <div className={styles.empty}>
      {vizType === undefined ? (
        <EmptyState title={t('No values to draw')}>
          {t('The rows are there, but none has a value that this chart can draw.')}
        </EmptyState>
      ) : (
        <EmptyState title={t('The chart type {{type}} is not drawn here', { type: vizType })}>
          {t('Its settings are kept as they are.')}
        </EmptyState>
      )}
    </div>
  )
}
