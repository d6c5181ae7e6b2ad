import type { Generated } from 'kysely'
import type { Flag, JsonText, Stamped } from './values.server.ts'

export interface ThemeTable extends Stamped {
  id: Generated<number>
  uuid: string
  theme_name: string
  json_data: JsonText
  /** The product's own. */
  is_system: Flag
  /** The look of the installation, and that of its dark side. At most one each. */
  is_system_default: Flag
  is_system_dark: Flag
}
