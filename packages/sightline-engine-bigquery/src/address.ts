import { isYes } from '../../../src/engines/http-address.ts'
import { connectTimeoutMs, invalidAddress, type NetworkUri, networkUri } from '../../../src/engines/network-uri.ts'
import { bigqueryForm, HOST } from './form.ts'

/** Where the service is, whose data is meant, and who asks. */
export interface BigqueryAddress {
  /** `https://bigquery.googleapis.com` */
  readonly origin: string
  readonly host: string
  readonly port: number
  readonly project: string
  readonly billingProject: string
  readonly dataset: string | null
  readonly location: string | null
  readonly maximumBytesBilled: string | null
  readonly user: string
  /** The key as it was given; empty for a service that asks for none. */
  readonly key: string
  readonly isVerified: boolean
  readonly connectTimeoutMs: number
}

const RULES = { defaultPort: 0, parameters: (bigqueryForm.options ?? []).map(({ name }) => name), needsUser: false }
const PROJECT = /^(?:[a-z0-9.-]+:)?[a-z][a-z0-9-]*$/
const DATASET = /^\w{1,1024}$/
const GIGABYTE = 1_000_000_000n

/**
 * Reads `bigquery://:key@host/project/dataset`, and `bigquery://project/dataset` of clients that know no other service.
 * Throws what is missing or not allowed.
 */
export function bigqueryAddress(uri: string): BigqueryAddress {
  const given = networkUri(uri, RULES)
  const { host, port, path } = placeOf(given)
  const { project, dataset } = dataOf(path)
  const { parameters, user, password } = given
  const isEncrypted = parameters.protocol !== 'http'
  if (!isEncrypted && password !== '')
    throw invalidAddress('A key is used over an encrypted connection only; use protocol=https.', {
      invalid: ['query.protocol'],
    })
  return {
    origin: `${isEncrypted ? 'https' : 'http'}://${host}${port === 0 ? '' : `:${port}`}`,
    ...{ host, project, dataset, user, key: password },
    port: port === 0 ? (isEncrypted ? 443 : 80) : port,
    ...wishesOf(parameters, project),
  }
}

function wishesOf(
  parameters: NetworkUri['parameters'],
  project: string,
): Pick<BigqueryAddress, 'billingProject' | 'location' | 'maximumBytesBilled' | 'isVerified' | 'connectTimeoutMs'> {
  const { maximum_gigabytes_billed: limit, billing_project: billingProject = project } = parameters
  if (!PROJECT.test(billingProject))
    throw invalidAddress('The option billing_project is no id of a project.', { invalid: ['query.billing_project'] })
  if (limit !== undefined && !/^\d{1,9}$/.test(limit))
    throw invalidAddress('The option maximum_gigabytes_billed is no number.', {
      invalid: ['query.maximum_gigabytes_billed'],
    })
  return {
    billingProject,
    location: parameters.location ?? null,
    maximumBytesBilled: limit === undefined ? null : String(BigInt(limit) * GIGABYTE),
    isVerified: isYes(parameters.verify ?? 'true'),
    connectTimeoutMs: connectTimeoutMs(parameters.connect_timeout),
  }
}

function dataOf([project = '', given, ...rest]: readonly string[]) {
  const dataset = given ?? null
  if (project === '') throw invalidAddress('The address names no project.', { missing: ['database'] })
  if (rest.length > 0 || !PROJECT.test(project) || (dataset !== null && !DATASET.test(dataset)))
    throw invalidAddress('The address may name a project and a dataset, and nothing more.', { invalid: ['database'] })
  return { project, dataset }
}

/** Where the place of a host has no dot and no port, it is a project. */
function placeOf({ host, port, database }: NetworkUri) {
  const path = database.split('/').filter((part) => part !== '')
  const isHost = host.includes('.') || host.includes(':') || host === 'localhost' || port !== 0
  return isHost ? { host, port, path } : { host: HOST, port: 0, path: [host, ...path] }
}

/** The dataset that an address names. */
export const datasetOf = (uri: string): string | null => bigqueryAddress(uri).dataset
