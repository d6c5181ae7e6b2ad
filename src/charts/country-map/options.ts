import { flag, formOptions, type ReadOptions, text } from '../parts/form-options.ts'
import { column } from '../parts/form-query-fields.ts'
import { plainFields } from '../parts/plain-query.ts'
import { currencyField } from '../parts/series-options.ts'

/** The one country whose parts are at hand, under its name in saved charts. */
export const UNITED_STATES = 'usa'

export const CountryMapOptions = formOptions({
  ...plainFields,
  country: text('select_country', UNITED_STATES),
  entity: column('entity'),
  scheme: text('linear_color_scheme'),
  isZoomable: flag('zoomable', true),
  showLegend: flag('show_legend', true),
  numberFormat: text('number_format'),
  currency: currencyField,
})
export type CountryMapOptions = ReadOptions<typeof CountryMapOptions>
