import { parse, stringify } from 'yaml'

/** YAML as the dialect's exports write it; texts of several lines as blocks, words such as `yes` quoted. */
export const toYaml = (value: unknown) =>
  stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false })

/** Reads YAML of an export. Throws for what is none; aliases cannot multiply it. */
export const fromYaml = (text: string): unknown => parse(text, { version: '1.1', maxAliasCount: 100 })

/** A name as a file name: no separators, no blanks, no accents, never empty. */
export const fileName = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')
    .replace(/^[._]+|_+$/g, '') || 'unnamed'
