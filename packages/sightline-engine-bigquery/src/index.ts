import { readAddress } from '../../kit/fault.ts'
import { datasetOf } from './address.ts'

export { bigqueryDialect as dialect } from './dialect.ts'
export { bigqueryForm as form } from './form.ts'

export const contract = 1
export const defaultSchema = ''
export const schemaOf = (uri: string): string | null => readAddress(datasetOf, uri)
