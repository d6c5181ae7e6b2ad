import type { Services } from '../../gateway/services.server.ts'
import { type Endpoint, endpoint } from '../../wire/mount.server.ts'
import { Raw } from '../../wire/raw.ts'
import { healthRoutes } from './contract.ts'

const said = (text: string) => new Raw(200, { 'content-type': 'text/html; charset=utf-8' }, text)
const OK = said('OK')
/** Reading goes on, so nobody is to be sent elsewhere: the status stays 200. */
const FULL = said('DEGRADED: the disk is full')

export const healthEndpoints = ({ disk }: Pick<Services, 'disk'>): Endpoint[] =>
  healthRoutes.map((route) => endpoint(route, () => (disk.isFull() ? FULL : OK)))
