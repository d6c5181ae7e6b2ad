import type { RouteShape } from '../wire/route.ts'
import { annotationLayerRoutes } from './annotation-layer/contract.ts'
import { apiKeyRoutes } from './api-key/contract.ts'
import { assetRoutes } from './assets/contract.ts'
import { asyncEventRoutes } from './async-event/contract.ts'
import { chartRoutes } from './chart/contract.ts'
import { chartDataRoutes } from './chart-data/contract.ts'
import { chartFileRoutes } from './chart-files/contract.ts'
import { cssTemplateRoutes } from './css-template/contract.ts'
import { dashboardRoutes } from './dashboard/contract.ts'
import { dashboardDownloadRoutes } from './dashboard-download/contract.ts'
import { dashboardExampleRoutes } from './dashboard-example/contract.ts'
import { dashboardFileRoutes } from './dashboard-files/contract.ts'
import { dashboardStateRoutes } from './dashboard-state/contract.ts'
import { databaseRoutes } from './database/contract.ts'
import { databaseUploadRoutes } from './database-upload/contract.ts'
import { datasetRoutes } from './dataset/contract.ts'
import { datasetFileRoutes } from './dataset-files/contract.ts'
import { datasourceRoutes } from './datasource/contract.ts'
import { docsRoutes } from './docs/contract.ts'
import { embeddedRoutes } from './embedded/contract.ts'
import { exploreRoutes } from './explore/contract.ts'
import { firstStartRoutes } from './first-start/contract.ts'
import { healthRoutes } from './health/contract.ts'
import { kvRoutes } from './kv/contract.ts'
import { mcpRoutes } from './mcp/contract.ts'
import { miscRoutes } from './misc/contract.ts'
import { pageRoutes } from './pages/contract.ts'
import { pictureRoutes } from './pictures/contract.ts'
import { queryRoutes } from './query/contract.ts'
import { reportRoutes } from './report/contract.ts'
import { rowLevelSecurityRoutes } from './row-level-security/contract.ts'
import { savedQueryRoutes } from './saved-query/contract.ts'
import { securityRoutes } from './security/contract.ts'
import { sessionRoutes } from './session/contract.ts'
import { sqllabRoutes } from './sqllab/contract.ts'
import { sqllabPermalinkRoutes } from './sqllab-permalink/contract.ts'
import { tabStateRoutes } from './tab-state/contract.ts'
import { tableSchemaRoutes } from './table-schema/contract.ts'
import { tagRoutes } from './tag/contract.ts'
import { themeRoutes } from './theme/contract.ts'

/** Every route of the product, for the API document and the tests; one line per resource. */
export const routes: readonly RouteShape[] = [
  ...healthRoutes,
  ...sessionRoutes,
  ...firstStartRoutes,
  ...securityRoutes,
  ...Object.values(apiKeyRoutes),
  ...pageRoutes,
  ...miscRoutes,
  ...Object.values(asyncEventRoutes),
  ...docsRoutes,
  ...Object.values(datasetRoutes),
  ...Object.values(datasetFileRoutes),
  ...Object.values(chartRoutes),
  ...Object.values(chartFileRoutes),
  ...Object.values(assetRoutes),
  ...Object.values(dashboardRoutes),
  ...Object.values(dashboardFileRoutes),
  ...Object.values(dashboardExampleRoutes),
  ...Object.values(chartDataRoutes),
  ...Object.values(dashboardDownloadRoutes),
  ...Object.values(pictureRoutes),
  ...Object.values(dashboardStateRoutes),
  ...Object.values(embeddedRoutes),
  ...Object.values(datasourceRoutes),
  ...Object.values(exploreRoutes),
  ...Object.values(databaseRoutes),
  ...Object.values(databaseUploadRoutes),
  ...Object.values(queryRoutes),
  ...Object.values(sqllabRoutes),
  ...Object.values(savedQueryRoutes),
  ...Object.values(tabStateRoutes),
  ...Object.values(tableSchemaRoutes),
  ...Object.values(kvRoutes),
  ...Object.values(sqllabPermalinkRoutes),
  ...Object.values(rowLevelSecurityRoutes),
  ...Object.values(annotationLayerRoutes),
  ...Object.values(cssTemplateRoutes),
  ...Object.values(tagRoutes),
  ...Object.values(themeRoutes),
  ...Object.values(reportRoutes),
  ...Object.values(mcpRoutes),
]
