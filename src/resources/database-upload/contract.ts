import { z } from 'zod'
import { route } from '../../wire/route.ts'
import { Message, Opaque } from '../kit/contract.ts'

const BASE = '/api/v1/database'
const VIEW = 'Database'
const Id = z
  .string()
  .regex(/^\d{1,9}$/)
  .transform(Number)

/** The bound in bytes is a setting of the server, counted while the file arrives. */
const LARGEST_BODY = 16 * 1024 ** 3
const file = {
  method: 'POST',
  needs: ['can_upload', VIEW],
  bodyFormat: 'stream',
  bodyLimit: LARGEST_BODY,
  rate: 'import',
} as const

export const databaseUploadRoutes = {
  names: route({
    ...file,
    path: `${BASE}/upload_metadata/`,
    object: 'none',
    reply: Opaque,
    summary: 'Columns and sheets of a file',
  }),
  preview: route({
    ...file,
    path: `${BASE}/upload_preview/`,
    object: 'none',
    reply: Opaque,
    summary: 'Columns with their types and the first rows of a file',
  }),
  upload: route({
    ...file,
    path: `${BASE}/{id}/upload/`,
    object: 'visible',
    params: z.object({ id: Id }),
    reply: Message,
    status: 201,
    summary: 'Make a table of a file',
  }),
  uploaded: route({
    method: 'GET',
    path: `${BASE}/{id}/upload/`,
    needs: ['can_upload', VIEW],
    object: 'visible',
    params: z.object({ id: Id }),
    reply: Opaque,
    summary: 'Tables that were made of files and that the caller may remove, with their datasets',
  }),
  drop: route({
    method: 'DELETE',
    path: `${BASE}/{id}/upload/{table}/`,
    needs: ['can_upload', VIEW],
    object: 'owned',
    params: z.object({ id: Id, table: z.string().min(1).max(250) }),
    reply: Message,
    summary: 'Remove a table that was made of a file',
  }),
} as const
