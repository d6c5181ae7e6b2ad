import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Raw } from '../../wire/raw.ts'
import { healthRoutes } from './contract.ts'

const OK = new Raw(200, { 'content-type': 'text/html; charset=utf-8' }, 'OK')

export const healthEndpoints = (): Endpoint[] => healthRoutes.map((route) => endpoint(route, () => OK))
