/** Where the heavy screens live, by the beginnings of their addresses. */
const ADDRESSES = {
  home: ['/superset/welcome/'],
  'sql-editor': ['/sqllab/'],
  explore: ['/explore/', '/superset/explore/'],
  dashboard: ['/superset/dashboard/'],
}

/**
 * A plug-in of the browser's build: the page itself names the files of the screen at its address, so that they come
 * together with the application instead of after it has started.
 */
export function screenAhead() {
  return {
    name: 'screen-ahead',
    transformIndexHtml: {
      order: 'post',
      // Ahead of the style sheet, which holds back every script behind it.
      handler: (html, { bundle }) => html.replace('<script', () => `${script(filesOf(bundle))}\n    <script`),
    },
  }
}

const script = (files) => `<script nonce="__CSP_NONCE__">
for(const [at,urls] of ${JSON.stringify(files)})if(location.pathname.startsWith(at))for(const url of urls){
const l=document.createElement('link');l.nonce='__CSP_NONCE__';l.crossOrigin=''
if(url.endsWith('.css')){l.rel='preload';l.as='style'}else l.rel='modulepreload'
l.href='/static/'+url;document.head.append(l)}</script>`

function filesOf(bundle) {
  const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry).flatMap((entry) => withImports(entry, bundle)))
  return Object.entries(ADDRESSES).flatMap(([screen, addresses]) => {
    const route = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/web/${screen}/route.tsx`))
    if (!route) throw new Error(`The screen ${screen} has no chunk of its own`)
    const files = withImports(route, bundle).filter((chunk) => !initial.has(chunk))
    const urls = files.flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])])
    return addresses.map((address) => [address, urls])
  })
}

function withImports(chunk, bundle) {
  const found = new Set([chunk])
  for (const one of found) for (const name of one.imports) if (bundle[name]) found.add(bundle[name])
  return [...found]
}
