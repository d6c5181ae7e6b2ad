export { schemaOf } from './address.ts'
export { snowflakeDialect as dialect } from './dialect.ts'
export { snowflakeForm as form } from './form.ts'

export const contract = 1
export const defaultSchema = 'PUBLIC'
