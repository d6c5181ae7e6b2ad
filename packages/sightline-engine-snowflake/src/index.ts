import { readAddress } from '../../kit/fault.ts'
import { schemaOf as schemaIn } from './address.ts'

export { snowflakeDialect as dialect } from './dialect.ts'
export { snowflakeForm as form } from './form.ts'

export const contract = 1
export const defaultSchema = 'PUBLIC'
export const schemaOf = (uri: string): string | null => readAddress(schemaIn, uri)
