import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { IdParams, IdsQ, ItemQ, listRoutes, Message, Opaque } from '../kit/contract.ts'
import { transferRoutes } from '../kit/transfer.ts'

const BASE = '/api/v1/theme'
const VIEW = 'Theme'

/** Fields are checked one by one (`theme-body.ts`), in the order and the words that clients know. */
const Body = z.looseObject({ theme_name: z.unknown().optional(), json_data: z.unknown().optional() })

const write = { needs: ['can_write', VIEW], reply: Opaque } as const
const one = { path: `${BASE}/{id}`, params: IdParams } as const
const systemWide = { needs: ['can_set_system', VIEW], reply: Opaque } as const
const { exportZip, importZip } = transferRoutes(BASE, VIEW, 'themes')

export const themeRoutes = {
  ...listRoutes(BASE, VIEW, 'themes'),
  exportZip,
  importZip,
  create: route({
    ...write,
    method: 'POST',
    path: `${BASE}/`,
    object: 'none',
    body: Body,
    status: 201,
    summary: 'Make a theme',
  }),
  bulkDelete: route({
    ...write,
    method: 'DELETE',
    path: `${BASE}/`,
    object: 'listed',
    q: IdsQ,
    reply: Message,
    summary: 'Delete themes',
  }),
  unsetDefault: route({
    ...systemWide,
    method: 'DELETE',
    path: `${BASE}/unset_system_default`,
    object: 'none',
    summary: 'Give the installation the look of the product again',
  }),
  unsetDark: route({
    ...systemWide,
    method: 'DELETE',
    path: `${BASE}/unset_system_dark`,
    object: 'none',
    summary: 'Give the dark side of the installation the look of the product again',
  }),
  setDefault: route({
    ...systemWide,
    method: 'PUT',
    path: `${BASE}/{id}/set_system_default`,
    object: 'visible',
    params: IdParams,
    summary: 'Make a theme the look of the installation',
  }),
  setDark: route({
    ...systemWide,
    method: 'PUT',
    path: `${BASE}/{id}/set_system_dark`,
    object: 'visible',
    params: IdParams,
    summary: 'Make a theme the look of the dark side of the installation',
  }),
  read: route({
    ...one,
    method: 'GET',
    needs: ['can_read', VIEW],
    object: 'visible',
    q: ItemQ,
    qBroken: 'ignore',
    reply: Opaque,
    summary: 'One theme',
  }),
  update: route({ ...one, ...write, method: 'PUT', object: 'owned', body: Body, summary: 'Change a theme' }),
  remove: route({ ...one, ...write, method: 'DELETE', object: 'owned', reply: Message, summary: 'Delete a theme' }),
} as const
