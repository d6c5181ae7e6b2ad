import { columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame, TableDrawing } from '../chart.ts'
import { categoryText, columnOf, firstFrame } from '../parts/frame.ts'
import { colorAt } from '../parts/linear-schemes.ts'
import { mapArea, unplacedWords } from '../parts/maps/map-frame.ts'
import { placesOn } from '../parts/maps/map-store.ts'
import { drawPlaces, mapColors, type PlaceMap, placesTold } from '../parts/maps/place-map.ts'
import { hasValues, placedRows } from '../parts/maps/placed-rows.ts'
import { findState, stateName } from '../parts/maps/us-states.ts'
import { toNumber } from '../parts/number-format.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { tokensOf } from '../parts/tokens.ts'
import { rangeOf, SCALE_PX, shareOf, valueScale } from '../parts/value-scale.ts'
import { type CountryMapOptions, UNITED_STATES } from './options.ts'
import { stateOutlines } from './outlines.ts'

const LISTED = 6

/** Parts of a country in the colour of their value; a table where their outlines are not at hand. */
export function drawCountryMap(options: CountryMapOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const frame = firstFrame(frames)
  return options.country === UNITED_STATES ? drawStates(options, frame, context) : drawRows(options, frame, context)
}

function drawStates(options: CountryMapOptions, frame: Frame, context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const places = placesOn('states')
  const drawn = new Set(places.map(({ id }) => id))
  const labels = { entity: entityOf(options), metric: labelOf(options.metric), second: '' }
  const placed = placedRows(frame, labels, findState, (place) => drawn.has(place))
  const range = rangeOf([...placed.rows.values()].flatMap(({ value }) => value ?? []))
  const colors = mapColors(options.scheme, context.theme)
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const hasScale = options.showLegend && hasValues(placed)
  const area = mapArea(context, hasScale ? SCALE_PX : 0, placed.unplaced.length > 0)
  const map: PlaceMap = {
    area,
    placed,
    outlines: stateOutlines(places, area),
    isZoomable: options.isZoomable,
    bubbles: null,
    labels: { value: titleOf(options.metric, context), second: '' },
    nameOf: stateName,
    colorOf: ({ value }) => colorAt(colors, shareOf(value ?? 0, range)),
    writeValue,
    select: ({ place, key }) =>
      options.entity === null
        ? null
        : { filters: [{ column: columnLabel(options.entity), values: [key] }], label: stateName(place) },
  }
  const { option, select } = drawPlaces(map, context)
  const scale = { range, colors, write: writeAxis, isShown: hasScale }
  return {
    kind: 'echarts',
    summary: `Country map, ${placed.rows.size} parts.${placesTold(map, LISTED)}${unplacedWords(placed.unplaced)}`,
    select,
    option: { ...option, visualMap: { ...valueScale(scale, tokens), seriesIndex: 0 } },
  }
}

const entityOf = ({ entity }: CountryMapOptions) => (entity === null ? '' : columnLabel(entity))

const labelOf = (metric: Metric | null) => (metric === null ? '' : metricLabel(metric))

const titleOf = (metric: Metric | null, { titles }: DrawContext) => titles[labelOf(metric)] ?? labelOf(metric)

/** The values without their map, in the order of the answer. */
function drawRows(options: CountryMapOptions, frame: Frame, context: DrawContext): Drawing {
  const entity = entityOf(options)
  const [keys, values] = [columnOf(frame, entity), columnOf(frame, labelOf(options.metric))]
  const { writeValue } = valueWriters(options.numberFormat, options.currency)
  const numbers = values.map(toNumber)
  const [, most] = rangeOf(numbers.flatMap((value) => value ?? []))
  const table: TableDrawing = {
    columns: [
      {
        name: entity,
        label: context.titles[entity] ?? entity,
        align: 'left',
        isDimension: true,
        text: (row) => categoryText(keys[row]),
        raw: (row) => keys[row],
      },
      {
        name: labelOf(options.metric),
        label: titleOf(options.metric, context),
        align: 'right',
        isDimension: false,
        bar: (row) => (most > 0 ? Math.max(0, (numbers[row] ?? 0) / most) : null),
        text: (row) => (numbers[row] == null ? null : writeValue(numbers[row] ?? null)),
        raw: (row) => values[row],
      },
    ],
    rowCount: frame.rowCount,
    totals: null,
    pageLength: null,
    serverPage: null,
    hasSearch: false,
  }
  return { kind: 'table', table, summary: `Table of ${frame.rowCount} parts of a country without a map.` }
}
