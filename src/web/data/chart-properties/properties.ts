interface Owner {
  readonly id: number
  readonly first_name: string
  readonly last_name: string
}

/** A chart as `GET /api/v1/chart/{id}` gives it, as far as its properties go. */
export interface StoredChart {
  readonly slice_name: string | null
  readonly description: string | null
  readonly certified_by: string | null
  readonly certification_details: string | null
  /** Digits; other answers write it as a number. */
  readonly cache_timeout: string | null
  readonly owners: readonly Owner[]
  readonly tags?: readonly { readonly id: number; readonly name: string; readonly type: number | string }[]
}

export interface ChartProperties {
  readonly name: string
  readonly description: string
  readonly certifiedBy: string
  readonly certificationDetails: string
  readonly cacheTimeoutSec: number | null
  readonly owners: readonly number[]
  readonly tags: readonly string[]
}

const isCustom = ({ type }: { readonly type: number | string }) => type === 1 || type === 'TagType.custom'

export const propertiesOf = (stored: StoredChart): ChartProperties => ({
  name: stored.slice_name ?? '',
  description: stored.description ?? '',
  certifiedBy: stored.certified_by ?? '',
  certificationDetails: stored.certification_details ?? '',
  cacheTimeoutSec: stored.cache_timeout === null ? null : Number(stored.cache_timeout),
  owners: stored.owners.map(({ id }) => id),
  tags: (stored.tags ?? []).filter(isCustom).map(({ name }) => name),
})

/** What is wrong with a property, by its name. */
export const propertyFaults = ({ name, cacheTimeoutSec }: ChartProperties): Partial<Record<string, string>> => ({
  ...(name.trim() === '' ? { name: 'A chart needs a name.' } : {}),
  ...(cacheTimeoutSec === null || (Number.isInteger(cacheTimeoutSec) && cacheTimeoutSec >= -1)
    ? {}
    : { cacheTimeoutSec: 'Whole seconds from −1 on.' }),
})

/** The body that changes what was changed and nothing else; tags are named by their ids. */
export function changesOf(
  before: ChartProperties,
  after: ChartProperties,
  tags: readonly number[],
): Readonly<Record<string, unknown>> {
  const isCertified = after.certifiedBy.trim() !== ''
  const body = {
    slice_name: after.name.trim(),
    description: after.description.trim() || null,
    certified_by: after.certifiedBy.trim() || null,
    certification_details: (isCertified && after.certificationDetails.trim()) || null,
    cache_timeout: after.cacheTimeoutSec,
    owners: after.owners,
    tags,
  }
  const was: Readonly<Record<keyof typeof body, unknown>> = {
    slice_name: before.name,
    description: before.description || null,
    certified_by: before.certifiedBy || null,
    certification_details: before.certificationDetails || null,
    cache_timeout: before.cacheTimeoutSec,
    owners: before.owners,
    tags: isSame(before.tags, after.tags) ? tags : null,
  }
  const changed = Object.entries(body).filter(([field, value]) => !isSame(was[field as keyof typeof body], value))
  return Object.fromEntries(changed)
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
