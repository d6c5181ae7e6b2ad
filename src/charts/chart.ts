import type { GenericType } from '../query/generic-type.ts'
import type { QueryObject } from '../query/query-object.ts'
import { withoutRepeats } from '../query/without-repeats.ts'
import type { OptionsReader } from './parts/form-options.ts'
import { boundedInTime } from './parts/older-time.ts'
import type { ChartTheme } from './parts/tokens.ts'

/** Columns of one answer of chart/data. Cells keep exact digits: integers beyond 2^53 and decimals are texts. */
export interface Frame {
  readonly names: readonly string[]
  readonly generics: readonly (GenericType | null)[]
  readonly columns: readonly (readonly unknown[])[]
  readonly rowCount: number
}

/** A click on a mark: which columns equal which values. Feeds cross-filters and drills. */
export interface Selection {
  readonly filters: readonly { readonly column: string; readonly values: readonly unknown[] }[]
  readonly label: string
}

export interface DrawContext {
  readonly theme: ChartTheme
  readonly locale: string
  readonly width: number
  readonly height: number
  /** Colour of a label: the dashboard's own colours first, then the scheme's. */
  color(label: string): string
  /** Told before the first colour is asked for: every label that the drawing has. */
  announce?(labels: readonly string[]): void
  /** Long names of metrics and columns, by name. */
  readonly titles: Readonly<Record<string, string>>
  /** Rows of annotation layers, by the name of the layer. */
  readonly annotations?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  /** Values emitted by this chart as a cross-filter; marks not among them are dimmed. */
  readonly selected: readonly unknown[] | null
}

export type ControlSection = 'data' | 'style'

/** One control of the Explore panel, described as data; the panel draws it. */
export interface Control {
  /** Field name in the saved form data. */
  readonly field: string
  readonly kind:
    | 'metric'
    | 'metrics'
    | 'column'
    | 'columns'
    | 'timeColumn'
    | 'filters'
    | 'timeRange'
    | 'timeGrain'
    | 'rowLimit'
    | 'seriesLimit'
    | 'orderBy'
    /** What the places of the x-axis stand by: its own values, or a metric. */
    | 'axisOrder'
    | 'select'
    /** One of the choices, or what is saved beside them. */
    | 'openSelect'
    /** Several of the choices, or words of one's own. */
    | 'choices'
    | 'toggle'
    | 'text'
    /** Text on several lines. */
    | 'template'
    | 'number'
    | 'colorScheme'
    | 'linearScheme'
    | 'color'
    | 'numberFormat'
    | 'timeFormat'
    | 'annotations'
    /** Rules that colour the cells of a table. */
    | 'colorRules'
    /** The columns that say where on the globe a row is. */
    | 'spatial'
    /** Columns about the time of a row. */
    | 'periodColumns'
  readonly section: ControlSection
  readonly label: string
  readonly help?: string
  readonly isRequired?: boolean
  /** The least and the most that a number may be. */
  readonly range?: readonly [number, number]
  /** A number without decimals. */
  readonly isWhole?: boolean
  readonly choices?: readonly { readonly value: string | number | boolean; readonly label: string }[]
  readonly default?: unknown
  /** False leaves the control out for the settings at hand. */
  isShown?(form: Readonly<Record<string, unknown>>): boolean
}

/** One chart type. Pure on purpose: reports render it on the server, the browser renders it live. */
export interface ChartType<Id extends string = string, Options = unknown> {
  /** The viz_type on the wire. */
  readonly id: Id
  readonly label: string
  /** Saved form data (wire names) to the chart's own options; unknown fields are kept by the caller. */
  readonly options: OptionsReader<Options>
  readonly canCrossFilter: boolean
  /** Loads what the chart cannot be drawn without, such as outlines of countries; null when that is there. */
  load?(options: Options): Promise<void> | null
  /** Settings that are read and cannot be followed, and why. */
  misses?(options: Options): readonly { readonly setting: string; readonly reason: string }[]
  query(options: Options): readonly QueryObject[]
  /** Questions beside, for totals that the incumbent adds up in its browser. Their frames follow those of the query. */
  totals?(options: Options): readonly QueryObject[]
  /** How the chart is shown: an ECharts option, a table, a pivot table, a figure, or markup. */
  draw(options: Options, frames: readonly Frame[], context: DrawContext): Drawing
}

export type Drawing =
  | {
      readonly kind: 'echarts'
      readonly option: object
      select(event: {
        readonly name: string
        readonly seriesName?: string
        readonly dataIndex: number
      }): Selection | null
      readonly summary: string
    }
  | { readonly kind: 'table'; readonly table: TableDrawing; readonly summary: string }
  | { readonly kind: 'pivot'; readonly pivot: PivotDrawing; readonly summary: string }
  | { readonly kind: 'figure'; readonly figure: FigureDrawing; readonly summary: string }
  /** HTML in which every value is text; it may end before the rows do. Whoever shows it takes out what is not harmless. */
  | { readonly kind: 'markup'; readonly html: string; readonly isWhole: boolean; readonly summary: string }

export interface TableDrawing {
  readonly columns: readonly {
    readonly name: string
    readonly label: string
    readonly align: 'left' | 'right'
    readonly isDimension: boolean
    /** Share 0..1 of the cell's bar, where the column shows bars. */
    bar?(row: number): number | null
    /** Colours of a cell that a rule singles out. */
    paint?(row: number): { readonly background: string; readonly text: string } | null
    /** A small line instead of the text of the cell. */
    spark?(row: number): { readonly values: readonly (number | null)[]; readonly color: string }
    text(row: number): string | null
    raw(row: number): unknown
  }[]
  readonly rowCount: number
  readonly totals: readonly (string | null)[] | null
  readonly pageLength: number | null
  /** Where the rows are one page of many, cut by the database: which, of what length, out of how many rows. */
  readonly serverPage: { readonly page: number; readonly length: number; readonly rowCount: number } | null
  readonly hasSearch: boolean
}

/** A table with heads on two sides. */
export interface PivotDrawing {
  /** What the heads of the rows name, from the left. */
  readonly rowLabels: readonly string[]
  /** What the heads of the columns name, from the top. */
  readonly columnLabels: readonly string[]
  readonly rows: readonly PivotHead[]
  readonly columns: readonly PivotHead[]
  /** Null is a cell without a row in the answer. */
  text(row: number, column: number): string | null
  /** Colours of a cell that a rule singles out. */
  paint(row: number, column: number): { readonly background: string; readonly text: string } | null
}

export interface PivotHead {
  /** One for each label of the side. */
  readonly labels: readonly string[]
  readonly kind: 'cells' | 'subtotal' | 'total'
  /** The rows of the dataset behind it; null is all of them. */
  readonly selection: Selection | null
}

export interface FigureDrawing {
  readonly value: string
  readonly subtitle: string | null
  readonly change: {
    readonly text: string
    readonly direction: 'up' | 'down' | 'flat'
    /** Of a change that is good or bad. */
    readonly color?: string
  } | null
  readonly trend: readonly (number | null)[] | null
  /** Of the trend line, as style sheets write it. */
  readonly color: string
}

/** Everything that a chart asks, its totals last. */
export function questionsOf<Options>(chart: ChartType<string, Options>, form: unknown): readonly QueryObject[] {
  const options = chart.options.parse(form)
  return [...chart.query(options), ...(chart.totals?.(options) ?? [])].map((query) =>
    boundedInTime(withoutRepeats(query), form),
  )
}

export const defineChart = <const Id extends string, Options>(chart: ChartType<Id, Options>) => chart
