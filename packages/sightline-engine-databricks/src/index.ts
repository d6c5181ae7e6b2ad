export { schemaOf } from './address.ts'
export { databricksDialect as dialect } from './dialect.ts'
export { databricksForm as form } from './form.ts'

export const contract = 1
export const defaultSchema = 'default'
