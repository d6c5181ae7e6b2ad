import type { Generated } from 'kysely'
import type { Instant, JsonText, Stamped } from './values.server.ts'

export interface AnnotationLayerTable extends Stamped {
  id: Generated<number>
  name: string
  descr: string | null
}

export interface AnnotationTable extends Stamped {
  id: Generated<number>
  layer_id: number
  short_descr: string
  long_descr: string | null
  start_dttm: Instant
  end_dttm: Instant
  json_metadata: JsonText | null
}

export interface CssTemplateTable extends Stamped {
  id: Generated<number>
  template_name: string | null
  css: string
}
