import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const YEAR_MS = 365 * 86_400_000

/** The built browser application: files named by their content, so they may be kept for a year. */
export async function serveStatic(app: FastifyInstance, webDir: string): Promise<void> {
  const root = join(webDir, 'assets')
  if (!existsSync(root)) mkdirSync(root, { recursive: true })
  await app.register(fastifyStatic, {
    root,
    prefix: '/static/assets/',
    immutable: true,
    maxAge: YEAR_MS,
    cacheControl: true,
    preCompressed: true,
    index: false,
    decorateReply: false,
    dotfiles: 'deny',
    setHeaders: (response) => {
      response.header('cache-control', `public, max-age=${YEAR_MS / 1000}, immutable`)
    },
  })
}
