import { useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { DrawContext, Drawing, Frame } from '../../charts/chart.ts'
import { findChart } from '../../charts/charts.ts'
import { type ColorPlaces, colorScale } from '../../charts/parts/color-scale.ts'
import { type AddedColorScheme, registerColorSchemes } from '../../charts/parts/color-schemes.ts'
import { writeIn } from '../../charts/parts/writing.ts'
import { bootstrap } from '../app/bootstrap.ts'
import { localeTag, onLanguage, text, useLocale } from '../ui/text.ts'
import { logActivity } from './activity.ts'
import type { FormData } from './chart-request.ts'
import { type ColorBook, ColorBookContext } from './color-book.ts'
import { useChartTheme } from './look.ts'

registerColorSchemes((bootstrap().common.conf.COLOR_SCHEMES ?? []) as readonly AddedColorScheme[])
onLanguage(writeInLanguage)
writeInLanguage()

export interface DrawingRequest extends Required<Pick<DrawContext, 'titles' | 'annotations' | 'selected'>> {
  readonly vizType: string
  readonly formData: FormData
  readonly frames: readonly Frame[]
  readonly size: { readonly width: number; readonly height: number } | null
  /** Colours of labels that are fixed on the page. */
  readonly labelColors: Readonly<Record<string, string>>
}

/** The drawing of a chart, in colours that its labels have in the other charts of the page; null before it has a size. */
export function useDrawing(request: DrawingRequest): Drawing | null {
  const { vizType, formData, frames, size, labelColors, titles, annotations, selected } = request
  const theme = useChartTheme()
  const locale = useLocale()
  const book = useContext(ColorBookContext)
  const [told, setTold] = useState<ColorPlaces | null>(null)
  const made = useMemo(() => {
    const chart = findChart(vizType)
    if (chart === null || size === null) return null
    const scheme = typeof formData.color_scheme === 'string' ? formData.color_scheme : null
    const fixed = { ...ownColors(formData), ...labelColors }
    const { color, announce, places } = colorScale({ scheme, theme, fixed, known: told ?? book?.places() ?? {} })
    const context = { theme, locale: localeTag(locale), ...size, color, announce, titles, annotations, selected }
    const started = performance.now()
    const drawing = chart.draw(chart.options.parse(formData), frames, context)
    return { drawing, places: places(), durationMs: performance.now() - started }
  }, [formData, frames, vizType, theme, locale, size, labelColors, titles, annotations, selected, book, told])
  useEffect(
    () => (made && book ? agree(book, made.places, { chart: formData.slice_id, tell: setTold }) : undefined),
    [made, book, formData.slice_id],
  )
  const latest = useRef(made)
  latest.current = made
  const isDrawn = made !== null
  const id = formData.slice_id
  useEffect(() => {
    if (isDrawn && frames.length > 0) noteDrawn(id, latest.current?.durationMs ?? 0)
  }, [isDrawn, frames, id])
  return made?.drawing ?? null
}

/** The language for tests of the layout has texts that are longer, and numbers as in English. */
function writeInLanguage(): void {
  writeIn(localeTag() === 'en' ? (english) => english : text)
}

/** Notes how long new rows took to draw; drawing the same again, in another size, is not told. */
function noteDrawn(id: unknown, durationMs: number): void {
  const target = typeof id === 'number' ? { target_id: id } : {}
  logActivity({ event_name: 'render_chart', event_type: 'timing', duration: Math.round(durationMs), ...target })
}

/** Notes the colours of a drawing, and tells when other drawings have the same label in another. */
function agree(
  book: ColorBook,
  places: ColorPlaces,
  { chart, tell }: { readonly chart: unknown; tell(known: ColorPlaces): void },
): () => void {
  const compare = () => {
    const known = book.places()
    if (Object.keys(places).some((label) => Object.hasOwn(known, label) && known[label] !== places[label])) tell(known)
  }
  book.note(places, chart)
  compare()
  return book.subscribe(compare)
}

function ownColors(formData: FormData): Readonly<Record<string, string>> {
  const own = formData.label_colors
  return own && typeof own === 'object' ? (own as Readonly<Record<string, string>>) : {}
}
