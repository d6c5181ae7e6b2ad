import { readFormula } from '../../../charts/parts/formula.ts'
import { isColor } from '../../data/color-text.ts'

export type AnnotationType = 'FORMULA' | 'EVENT' | 'INTERVAL' | 'TIME_SERIES'
type AnnotationSource = '' | 'NATIVE' | 'line' | 'table'

/** One layer as it is saved in `annotation_layers`; fields that this screen does not know are kept. */
export interface WireAnnotation {
  readonly name: string
  readonly annotationType: AnnotationType
  readonly sourceType: AnnotationSource
  readonly value: string | number | null
  readonly show: boolean
  readonly showLabel?: boolean
  readonly showMarkers: boolean
  readonly hideLine?: boolean
  readonly color?: string | null
  readonly opacity?: string
  readonly style: string
  readonly width: number
  readonly timeColumn?: string
  readonly intervalEndColumn?: string
  readonly titleColumn?: string
  readonly overrides: Readonly<Record<string, unknown>>
}

/** A layer that has yet to be filled in. */
export const NEW_ANNOTATION: WireAnnotation = {
  name: '',
  annotationType: 'FORMULA',
  sourceType: '',
  value: null,
  show: true,
  showLabel: true,
  showMarkers: false,
  color: null,
  opacity: '',
  style: 'solid',
  width: 1,
  overrides: {},
}

const TYPES: readonly string[] = ['FORMULA', 'EVENT', 'INTERVAL', 'TIME_SERIES']

/** The saved layers of a form; what is none is left out. */
export function annotationsIn(value: unknown): readonly WireAnnotation[] {
  if (!Array.isArray(value)) return []
  return value
    .filter((one) => typeof one?.name === 'string' && TYPES.includes(one.annotationType))
    .map((one) => ({ ...NEW_ANNOTATION, ...one }))
}

/** The sources that a kind of annotation can have, the usual one first. */
export const SOURCES: Readonly<Record<AnnotationType, readonly AnnotationSource[]>> = {
  FORMULA: [''],
  EVENT: ['NATIVE', 'table'],
  INTERVAL: ['NATIVE', 'table'],
  TIME_SERIES: ['line'],
}

/** Another kind: its source and value begin anew. */
export function withType(layer: WireAnnotation, annotationType: AnnotationType): WireAnnotation {
  const [sourceType = ''] = SOURCES[annotationType]
  return { ...layer, annotationType, sourceType, value: null }
}

/** Whether the layer takes over the time range of the chart that shows it. */
export const takesTime = ({ overrides }: WireAnnotation) => 'time_range' in overrides

/** With or without the time range of the chart that shows it. */
export function withTime(layer: WireAnnotation, isTaken: boolean): WireAnnotation {
  const { time_range: _, ...rest } = layer.overrides
  return { ...layer, overrides: isTaken ? { ...rest, time_range: null } : rest }
}

/** What is missing before a layer can be applied, by field. */
export function annotationProblems(
  layer: WireAnnotation,
  taken: readonly string[],
): Partial<Record<'name' | 'value' | 'timeColumn' | 'color', string>> {
  const name = layer.name.trim()
  const isFormula = layer.annotationType === 'FORMULA'
  return {
    ...(name === '' ? { name: 'cannot be empty' } : taken.includes(name) ? { name: 'This name is taken' } : {}),
    ...(layer.value === null || layer.value === '' ? { value: 'cannot be empty' } : {}),
    ...(isFormula && layer.value && readFormula(String(layer.value)) === null
      ? { value: 'The formula cannot be read' }
      : {}),
    ...(layer.sourceType === 'table' && !layer.timeColumn ? { timeColumn: 'cannot be empty' } : {}),
    ...(layer.color && !isColor(layer.color) ? { color: 'Invalid color' } : {}),
  }
}
