// Writes openapi.json from the routes: node tools/openapi.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../src/resources/routes.ts'
import { openapi } from '../src/wire/openapi.ts'

writeFileSync(join(import.meta.dirname, '..', 'openapi.json'), `${JSON.stringify(openapi(routes), null, 1)}\n`)
