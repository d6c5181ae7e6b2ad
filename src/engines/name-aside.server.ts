import { randomBytes } from 'node:crypto'

/** A name under which a table is made before it takes its place. */
export const nameAside = () => `sightline_${randomBytes(6).toString('hex')}`
