import './css/frame.css'
import './css/filters.css'
import './css/ruler.css'
import './css/grid.css'
import './css/text.css'
import './css/explain.css'
import './css/edit.css'
import './css/drag.css'
import './css/palette.css'
import './css/dialogs.css'
import './css/phone.css'
import './css/print.css'
import { DashboardPage } from './dashboard-page.tsx'

export const dashboardRoute = {
  path: ['/superset/dashboard/:idOrSlug/', '/superset/dashboard/p/:key/', '/dashboard/new/'],
  Component: DashboardPage,
}
