import './lists.css'
import type { ReactNode } from 'react'
import { NotFoundPage } from '../app/problem-pages.tsx'
import { useLocation } from '../ui/router.tsx'
import { AlertDialogRoute } from './alerts/alert-dialog.tsx'
import { AnnotationsScreen } from './annotations-screen.tsx'
import { ChartPropertiesRoute } from './chart-properties-route.tsx'
import { alerts } from './kinds/alerts.tsx'
import { annotationLayers } from './kinds/annotation-layers.tsx'
import { charts } from './kinds/charts.tsx'
import { cssTemplates } from './kinds/css-templates.tsx'
import { dashboards } from './kinds/dashboards.tsx'
import { databases } from './kinds/databases.tsx'
import { datasets } from './kinds/datasets.tsx'
import { groups } from './kinds/groups.tsx'
import { queryHistory } from './kinds/query-history.tsx'
import { reports } from './kinds/reports.tsx'
import { roles } from './kinds/roles.tsx'
import { rowRules } from './kinds/row-rules.tsx'
import { savedQueries } from './kinds/saved-queries.tsx'
import { tags } from './kinds/tags.tsx'
import { themes } from './kinds/themes.tsx'
import { users } from './kinds/users.tsx'
import { ListScreen } from './list-screen.tsx'
import { NewDatasetRoute } from './new-dataset.tsx'
import { cssRecord } from './records/css-record.tsx'
import { groupRecord } from './records/group-record.tsx'
import { layerRecord } from './records/layer-record.tsx'
import { RecordDialogRoute } from './records/record-dialog.tsx'
import { tagRecord } from './records/tag-record.tsx'
import { AlertRunsRoute, ReportRunsRoute } from './report-runs-dialog.tsx'
import { RoleDialogRoute } from './role-dialog.tsx'
import { RowRuleDialogRoute } from './row-rule-dialog.tsx'
import { TaggedScreen } from './tagged-screen.tsx'
import { ThemeDialogRoute } from './theme-actions.tsx'
import { UserDialogRoute } from './user-dialog.tsx'
import { VersionsRoute } from './versions-route.tsx'

const LISTS: Readonly<Record<string, () => ReactNode>> = {
  '/dashboard/list': () => (
    <>
      <ListScreen key="dashboards" kind={dashboards} />
      <VersionsRoute resource="dashboard" />
    </>
  ),
  '/chart/list': () => (
    <>
      <ListScreen key="charts" kind={charts} />
      <VersionsRoute resource="chart" />
      <ChartPropertiesRoute />
    </>
  ),
  '/tablemodelview/list': () => (
    <>
      <ListScreen key="datasets" kind={datasets} />
      <NewDatasetRoute />
    </>
  ),
  '/databaseview/list': () => <ListScreen key="databases" kind={databases} />,
  '/savedqueryview/list': () => (
    <>
      <ListScreen key="saved" kind={savedQueries} />
      <VersionsRoute resource="saved_query" />
    </>
  ),
  '/sqllab/history': () => <ListScreen key="history" kind={queryHistory} />,
  '/users': () => (
    <>
      <ListScreen key="users" kind={users} />
      <UserDialogRoute />
    </>
  ),
  '/rowlevelsecurity/list': () => (
    <>
      <ListScreen key="row-rules" kind={rowRules} />
      <RowRuleDialogRoute />
    </>
  ),
  '/theme/list': () => (
    <>
      <ListScreen key="themes" kind={themes} />
      <ThemeDialogRoute />
    </>
  ),
  '/superset/all_entities': () => <TaggedScreen />,
  '/report/list': () => (
    <>
      <ListScreen key="reports" kind={reports} />
      <ReportRunsRoute />
    </>
  ),
  '/alert/list': () => (
    <>
      <ListScreen key="alerts" kind={alerts} />
      <AlertDialogRoute />
      <AlertRunsRoute />
    </>
  ),
  '/superset/tags': () => (
    <>
      <ListScreen key="tags" kind={tags} />
      <RecordDialogRoute kind={tagRecord} />
    </>
  ),
  '/annotationlayer/list': () => (
    <>
      <ListScreen key="annotation-layers" kind={annotationLayers} />
      <RecordDialogRoute kind={layerRecord} />
    </>
  ),
  '/csstemplatemodelview/list': () => (
    <>
      <ListScreen key="css-templates" kind={cssTemplates} />
      <RecordDialogRoute kind={cssRecord} />
    </>
  ),
  '/list_groups': () => (
    <>
      <ListScreen key="groups" kind={groups} />
      <RecordDialogRoute kind={groupRecord} />
    </>
  ),
  '/roles': () => (
    <>
      <ListScreen key="roles" kind={roles} />
      <RoleDialogRoute />
    </>
  ),
}

function ListsScreen() {
  const path = useLocation().pathname.replace(/\/+$/, '')
  // People and roles have an older address too, with the word at its end.
  const show = LISTS[path] ?? LISTS[path.replace(/\/list$/, '')]
  return show?.() ?? (path.startsWith('/annotationlayer/') ? <AnnotationsScreen /> : <NotFoundPage />)
}

export const listsRoute = { path: Object.keys(LISTS), Component: ListsScreen }
