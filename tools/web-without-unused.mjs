/**
 * What the picture library would carry for nothing: its Chinese texts, its dark theme and its loading circle. Charts
 * bring a theme of their own, and their tiles show that they load.
 */
const UNUSED = {
  'i18n/langZH.js': 'export default {}',
  'theme/dark.js': 'export default {}',
  'loading/default.js': 'export default () => null',
}

/** A plug-in of the browser's build that leaves those modules out. */
export function withoutUnused() {
  return {
    name: 'without-unused',
    enforce: 'pre',
    load(id) {
      const [, file] = /\/node_modules\/echarts\/lib\/(.+)$/.exec(id) ?? []
      return file !== undefined && Object.hasOwn(UNUSED, file) ? UNUSED[file] : null
    },
  }
}
