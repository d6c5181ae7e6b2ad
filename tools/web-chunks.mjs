/** The screens a person goes to; the rest is sought rarely and split as the bundler likes. */
const SCREENS = ['home', 'lists', 'datasets', 'sql-editor', 'explore', 'dashboard']
const REACT = /node_modules\/(react|react-dom|scheduler|@tanstack\/query-core|@tanstack\/react-query)\//
const ICONS = /node_modules\/@tabler\//
/** The list of all icons, by which a screen would carry each of them. */
const ALL_ICONS = /node_modules\/@tabler\/.*\/tabler-icons-react\.mjs$/
const CODE = /node_modules\/(@codemirror|@lezer|style-mod|w3c-keyname|crelt)\/|\/src\/web\/ui\/code\/(?!code-input)/
const PICTURE = /node_modules\/(echarts|zrender)\//
/** What of the picture library only chart types need that come later: pictures before them go without it. */
const LATER_PICTURE =
  /\/echarts\/lib\/(chart\/(treemap|heatmap|funnel|sunburst|sankey|graph|boxplot|radar|gauge)\/|(coord|component)\/radar\/|chart\/helper\/(treeHelper|enableAriaDecalForTree|createGraphFromNodeEdge|multipleGraphEdgeHelper|Line|whiskerBoxCommon|axisSnippets)|coord\/axisStatistics|layout\/bar|util\/styleCompat|component\/visualMap|visual\/(VisualMapping|visualSolution|visualDefault)|data\/(Tree|Graph|helper\/linkSeriesData)\.|coord\/View|util\/animation|component\/helper\/(RoamController|roamHelper|thumbnailBridge|sliderMove|cursorHelper|interactionMutex)|visual\/LegendVisualProvider|chart\/helper\/createSeriesDataSimply)/
/** What so many screens share is part of the kit, which every screen loads; without dashboards it is one of forms. */
const KIT_SHARE = 3

/**
 * The groups of the browser's chunks. Left alone, the bundler makes a chunk for every combination of screens that share
 * a module: a dashboard then waits for a hundred small files. Here a screen is a handful of files, none of which
 * carries what the screen does not run. `root` is the folder of the package.
 */
export function webChunks(root) {
  const screensOf = createScreens(root)
  const named = (choose) => (id, context) => choose(screensOf(id, context))
  return [
    { name: 'react', priority: 7, test: REACT },
    { name: 'app', priority: 6, tags: ['$initial'] },
    { name: 'icons', priority: 5, test: ICONS, minShareCount: 2 },
    { name: named((screens) => (isOfKit(screens) ? 'kit' : null)), priority: 5 },
    { name: named((screens) => (isOfForms(screens) ? 'forms' : null)), priority: 5 },
    { name: named((screens) => (isOfCharts(screens) ? 'charts' : null)), priority: 4 },
    { name: createReached(root, 'later-charts'), priority: 4 },
    { name: createReached(root, 'rare-charts'), priority: 3 },
    { name: 'picture', priority: 3, test: (id) => PICTURE.test(id) && !LATER_PICTURE.test(id), minShareCount: 2 },
    // The editor of SQL: a whole screen, and a field that forms load when they show one.
    { name: 'code', priority: 3, test: CODE },
    { name: named((screens) => (screens.length > 1 ? screens.join('-') : null)), priority: 2 },
    { name: named(([screen]) => screen ?? null), priority: 1 },
  ]
}

/** Explore and dashboards draw charts; the lists know their names. */
const isOfCharts = (screens) =>
  ['explore', 'dashboard'].every((name) => screens.includes(name)) &&
  screens.every((name) => ['lists', 'explore', 'dashboard'].includes(name))

/** The stars that lists and dashboards share are less than a file of their own would cost. */
const isOfKit = (screens) =>
  (screens.length >= KIT_SHARE && screens.includes('dashboard') && !isOfCharts(screens)) ||
  screens.join('-') === 'lists-dashboard'

/** Fields that a dashboard shows when it is worked on, not when it is opened. */
const isOfForms = (screens) => screens.length >= KIT_SHARE && !screens.includes('dashboard')

function createScreens(root) {
  let modules = null
  return (id, context) => {
    modules ??= SCREENS.map((name) => ({ name, ids: reachable(`${root}/src/web/${name}/route.tsx`, context) }))
    return modules.filter(({ ids }) => ids.has(id)).map(({ name }) => name)
  }
}

/** Chart types that a dashboard loads when it meets one are apart from the screen that offers them all. */
function createReached(root, name) {
  let ids = null
  return (id, context) => {
    ids ??= reachable(`${root}/src/charts/${name}.ts`, context)
    return ids.has(id) ? name : null
  }
}

/** Modules that run when an entry runs, without what it loads later. */
function reachable(entry, context) {
  const found = new Set([entry])
  for (const id of found)
    for (const next of ALL_ICONS.test(id) ? [] : (context.getModuleInfo(id)?.importedIds ?? [])) found.add(next)
  return found
}
