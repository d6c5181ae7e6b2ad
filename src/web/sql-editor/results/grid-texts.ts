import { formatCount } from '../../ui/format.ts'
import type { GridTexts } from '../../ui/grid/grid-props.ts'
import type { StatisticsTexts } from '../../ui/grid/statistics-bar.tsx'
import { comboLabel } from '../../ui/key-combo.ts'
import { isMac } from '../../ui/platform.ts'
import { useText } from '../../ui/text.ts'

export function useGridTexts(): GridTexts {
  const t = useText()
  return {
    grid: t('Result rows'),
    null: t('null'),
    distribution: t('Distribution'),
    resize: (column) => t('Width of {{column}}', { column }),
    sort: (column) => t('Sort by {{column}}', { column }),
    selectAll: t('Select all'),
  }
}

export function useStatisticsTexts(): StatisticsTexts {
  const t = useText()
  const copy = comboLabel('Mod+C', isMac)
  const copyAll = comboLabel('Mod+Shift+C', isMac)
  return {
    region: t('Figures of the selection'),
    cells: (count) => t('{{cells}} cell|{{cells}} cells', { count, cells: formatCount(count) }),
    counted: (counted) => t('of which {{cells}} loaded', { cells: counted }),
    sum: t('Sum'),
    average: t('Average'),
    min: t('Min'),
    max: t('Max'),
    distinct: t('Distinct'),
    null: t('Null'),
    hint: t('{{copy}} copies · {{copyAll}} with headers', { copy, copyAll }),
  }
}
