import { parse, stringify } from 'yaml'
import { dialectTags } from './yaml-tags.ts'

const DIALECT = { version: '1.1', customTags: dialectTags } as const

/** YAML as the dialect's exports write it; texts of several lines as blocks, words such as `yes` quoted. */
export const toYaml = (value: unknown) =>
  stringify(value, { ...DIALECT, compat: 'yaml-1.1', lineWidth: 0, aliasDuplicateObjects: false })

/** Reads YAML of an export. Throws for what is none; aliases cannot multiply it. */
export const fromYaml = (text: string): unknown => parse(text, { ...DIALECT, maxAliasCount: 100 })

/**
 * A name as a file name: blanks and separators are underscores, other signs, accents and Latin letters without a plain
 * form are left out; letters of other scripts stay. Never empty.
 */
export const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replace(/[\s/\\]+/g, '_')
    .replace(/[^\p{L}\p{M}\p{N}._-]+|(?![a-z])\p{Script=Latin}/giu, '')
    .replace(/_{2,}/g, '_')
    .replace(/^[._]+|[._]+$/g, '') || 'unnamed'
