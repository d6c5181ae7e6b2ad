import type { Services } from '../gateway/services.server.ts'
import type { Endpoint } from '../wire/mount.server.ts'
import { annotationLayerEndpoints } from './annotation-layer/handlers.server.ts'
import { apiKeyEndpoints } from './api-key/handlers.server.ts'
import { assetEndpoints } from './assets/handlers.server.ts'
import { asyncEventEndpoints } from './async-event/handlers.server.ts'
import { chartEndpoints } from './chart/handlers.server.ts'
import { chartDataEndpoints } from './chart-data/handlers.server.ts'
import { chartFileEndpoints } from './chart-files/handlers.server.ts'
import { cssTemplateEndpoints } from './css-template/handlers.server.ts'
import { dashboardEndpoints } from './dashboard/handlers.server.ts'
import { dashboardDownloadEndpoints } from './dashboard-download/handlers.server.ts'
import { dashboardExampleEndpoints } from './dashboard-example/handlers.server.ts'
import { dashboardFileEndpoints } from './dashboard-files/handlers.server.ts'
import { dashboardStateEndpoints } from './dashboard-state/handlers.server.ts'
import { databaseEndpoints } from './database/handlers.server.ts'
import { databaseUploadEndpoints } from './database-upload/handlers.server.ts'
import { datasetEndpoints } from './dataset/handlers.server.ts'
import { datasetFileEndpoints } from './dataset-files/handlers.server.ts'
import { datasourceEndpoints } from './datasource/handlers.server.ts'
import { docsEndpoints } from './docs/handlers.server.ts'
import { embeddedEndpoints } from './embedded/handlers.server.ts'
import { exploreEndpoints } from './explore/handlers.server.ts'
import { firstStartEndpoints } from './first-start/handlers.server.ts'
import { healthEndpoints } from './health/handlers.server.ts'
import { kvEndpoints } from './kv/handlers.server.ts'
import { mcpEndpoints } from './mcp/handlers.server.ts'
import { miscEndpoints } from './misc/handlers.server.ts'
import { pageEndpoints } from './pages/handlers.server.ts'
import { pictureEndpoints } from './pictures/handlers.server.ts'
import { queryEndpoints } from './query/handlers.server.ts'
import { reportEndpoints } from './report/handlers.server.ts'
import { routes } from './routes.ts'
import { rowLevelSecurityEndpoints } from './row-level-security/handlers.server.ts'
import { savedQueryEndpoints } from './saved-query/handlers.server.ts'
import { securityEndpoints } from './security/handlers.server.ts'
import { sessionEndpoints } from './session/handlers.server.ts'
import { sqllabEndpoints } from './sqllab/handlers.server.ts'
import { sqllabPermalinkEndpoints } from './sqllab-permalink/handlers.server.ts'
import { tabStateEndpoints } from './tab-state/handlers.server.ts'
import { tableSchemaEndpoints } from './table-schema/handlers.server.ts'
import { tagEndpoints } from './tag/handlers.server.ts'
import { themeEndpoints } from './theme/handlers.server.ts'

/** Everything that the server serves, one line per resource. */
export const endpoints = (services: Services): Endpoint[] => [
  ...healthEndpoints(services),
  ...sessionEndpoints(services),
  ...firstStartEndpoints(services),
  ...securityEndpoints(services),
  ...apiKeyEndpoints(services),
  ...pageEndpoints(services),
  ...miscEndpoints(services),
  ...asyncEventEndpoints(services),
  ...docsEndpoints(routes),
  ...datasetEndpoints(services),
  ...datasetFileEndpoints(services),
  ...chartEndpoints(services),
  ...chartFileEndpoints(services),
  ...assetEndpoints(services),
  ...dashboardEndpoints(services),
  ...dashboardFileEndpoints(services),
  ...dashboardExampleEndpoints(services),
  ...chartDataEndpoints(services),
  ...dashboardDownloadEndpoints(services),
  ...pictureEndpoints(services),
  ...dashboardStateEndpoints(services),
  ...embeddedEndpoints(services),
  ...datasourceEndpoints(services),
  ...exploreEndpoints(services),
  ...databaseEndpoints(services),
  ...databaseUploadEndpoints(services),
  ...queryEndpoints(services),
  ...sqllabEndpoints(services),
  ...savedQueryEndpoints(services),
  ...tabStateEndpoints(services),
  ...tableSchemaEndpoints(services),
  ...kvEndpoints(services),
  ...sqllabPermalinkEndpoints(services),
  ...rowLevelSecurityEndpoints(services),
  ...annotationLayerEndpoints(services),
  ...cssTemplateEndpoints(services),
  ...tagEndpoints(services),
  ...themeEndpoints(services),
  ...reportEndpoints(services),
  ...mcpEndpoints(services),
]
