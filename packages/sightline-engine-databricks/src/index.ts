import { readAddress } from '../../kit/fault.ts'
import { schemaOf as schemaIn } from './address.ts'

export { databricksDialect as dialect } from './dialect.ts'
export { databricksForm as form } from './form.ts'

export const contract = 1
export const defaultSchema = 'default'
export const schemaOf = (uri: string): string | null => readAddress(schemaIn, uri)
