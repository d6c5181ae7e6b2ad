import { engineSql } from './engine-sql.ts'
import { chartData } from './http/chart-data.ts'
import { exports } from './http/export.ts'
import { sqllab } from './http/sqllab.ts'
import { jinja } from './jinja.ts'
import type { Player } from './player.ts'
import { postProcessing } from './post-processing.ts'
import { rison } from './rison.ts'
import { sqlParse } from './sql-parse.ts'
import { timeRange } from './time-range.ts'
import { vizMigration } from './viz-migration.ts'

/** One player per topic. Topics that are requests are played over HTTP by players of the same shape. */
export const players: readonly Player[] = [
  chartData,
  sqllab,
  timeRange,
  postProcessing,
  jinja,
  engineSql,
  rison,
  sqlParse,
  vizMigration,
  exports,
]
