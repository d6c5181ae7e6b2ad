import { columnLabel, type Metric, metricLabel } from '../../query/query-object.ts'
import type { DrawContext, Drawing, Frame } from '../chart.ts'
import { chosenColor, DEFAULT_FIXED_COLOR } from '../parts/fixed-color.ts'
import { firstFrame } from '../parts/frame.ts'
import { colorAt } from '../parts/linear-schemes.ts'
import { countryFinder, countryNames } from '../parts/maps/countries.ts'
import { fittedInto, outlineOf } from '../parts/maps/fit.ts'
import { type MapArea, mapArea, unplacedWords } from '../parts/maps/map-frame.ts'
import { placesOn } from '../parts/maps/map-store.ts'
import { drawPlaces, mapColors, type PlaceMap, placesTold } from '../parts/maps/place-map.ts'
import { hasValues, type PlacedRows, placedRows } from '../parts/maps/placed-rows.ts'
import type { Place } from '../parts/maps/shapes.ts'
import { valueWriters } from '../parts/series-scene.ts'
import { tokensOf } from '../parts/tokens.ts'
import { rangeOf, SCALE_PX, shareOf, valueScale } from '../parts/value-scale.ts'
import type { WorldMapOptions } from './options.ts'
import { viewOf } from './regions.ts'

const LISTED = 6
const USUAL_BUBBLE = 25

/** Countries in the colour of their value, and bubbles of another over them. */
export function drawWorldMap(options: WorldMapOptions, frames: readonly Frame[], context: DrawContext): Drawing {
  const tokens = tokensOf(context.theme)
  const places = placesOn('world')
  const placed = rowsOf(options, firstFrame(frames), places, context)
  const range = rangeOf([...placed.rows.values()].flatMap(({ value }) => value ?? []))
  const colors = mapColors(options.scheme, context.theme)
  const { writeAxis, writeValue } = valueWriters(options.numberFormat, options.currency)
  const isByCountry = options.colorBy === 'country'
  const nameOf = countryNames(context.locale)
  if (isByCountry) context.announce?.([...placed.rows.keys()].map(nameOf))
  const hasScale = options.showLegend && !isByCountry && hasValues(placed)
  const area = mapArea(context, hasScale ? SCALE_PX : 0, placed.unplaced.length > 0)
  const map: PlaceMap = {
    area,
    placed,
    outlines: outlinesOf(options, places, placed, area),
    isZoomable: options.isZoomable,
    bubbles: options.showBubbles
      ? {
          color: chosenColor(options.bubbleColor, DEFAULT_FIXED_COLOR, tokens.cat[1] ?? ''),
          maxPx: options.maxBubbleSize ?? USUAL_BUBBLE,
        }
      : null,
    labels: { value: titleOf(options.metric, context), second: titleOf(options.secondMetric, context) },
    nameOf,
    colorOf: ({ place, value }) =>
      isByCountry ? context.color(nameOf(place)) : colorAt(colors, shareOf(value ?? 0, range)),
    writeValue,
    select: ({ place, key }) =>
      options.entity === null
        ? null
        : { filters: [{ column: columnLabel(options.entity), values: [key] }], label: nameOf(place) },
  }
  const { option, select } = drawPlaces(map, context)
  const scale = { range, colors, write: writeAxis, isShown: hasScale }
  return {
    kind: 'echarts',
    summary: summaryOf(map),
    select,
    option: { ...option, visualMap: { ...valueScale(scale, tokens), seriesIndex: 0 } },
  }
}

function rowsOf(options: WorldMapOptions, frame: Frame, places: readonly Place[], { locale }: DrawContext): PlacedRows {
  const drawn = new Set(places.map(({ id }) => id))
  const labels = {
    entity: options.entity === null ? '' : columnLabel(options.entity),
    metric: labelOf(options.metric),
    second: labelOf(options.secondMetric),
  }
  return placedRows(frame, labels, countryFinder(options.countryKind ?? 'cca2', locale), (place) => drawn.has(place))
}

const ANTARCTICA = '010'

function outlinesOf({ region }: WorldMapOptions, places: readonly Place[], { rows }: PlacedRows, area: MapArea) {
  const valued = places.filter(({ id }) => rows.has(id))
  const { project, bounds } = viewOf(region ?? 'world', valued)
  const put = fittedInto(bounds, area)
  const shown = places.filter(({ id }) => id !== ANTARCTICA || rows.has(id))
  return shown.map((place) => outlineOf(place, (point) => put(project(point))))
}

const labelOf = (metric: Metric | null) => (metric === null ? '' : metricLabel(metric))

const titleOf = (metric: Metric | null, { titles }: DrawContext) => titles[labelOf(metric)] ?? labelOf(metric)

function summaryOf(map: PlaceMap): string {
  const count = map.placed.rows.size
  if (count === 0) return `World map without countries.${unplacedWords(map.placed.unplaced)}`
  const countries = `${count} ${count === 1 ? 'country' : 'countries'}`
  return `World map, ${countries}.${placesTold(map, LISTED)}${unplacedWords(map.placed.unplaced)}`
}
