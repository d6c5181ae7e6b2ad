import type { z } from 'zod'
import { Problem } from '../../wire/problem.ts'

type Tree = { [key: string]: Tree | string[] }

/** The answer to a body that fails its schema: `Request is incorrect: {'queries': {0: {...}}}`. */
export function incorrectRequest(error: z.ZodError): Problem {
  const tree: Tree = Object.create(null)
  for (const issue of error.issues) place(tree, issue)
  return new Problem(400, `Request is incorrect: ${print(tree)}`)
}

function place(tree: Tree, issue: z.core.$ZodIssue): void {
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) add(tree, [...issue.path, key], 'Unknown field.')
    return
  }
  const best = issue.code === 'invalid_union' ? closest(issue) : null
  if (best) {
    for (const inner of best) place(tree, { ...inner, path: [...issue.path, ...inner.path] })
    return
  }
  const isNested = issue.message === 'Invalid input type.'
  add(tree, isNested ? [...issue.path, '_schema'] : issue.path, issue.message)
}

/** The issues of the one alternative that failed inside rather than as a whole. */
function closest(issue: z.core.$ZodIssueInvalidUnion): readonly z.core.$ZodIssue[] | null {
  const inside = issue.errors.filter((issues) => issues.every(({ path }) => path.length > 0))
  return inside.length === 1 ? (inside[0] ?? null) : null
}

function add(tree: Tree, path: readonly PropertyKey[], text: string): void {
  let at = tree
  const keys = path.length > 0 ? path.map(String) : ['_schema']
  for (const key of keys.slice(0, -1)) {
    const next = at[key]
    if (next && !Array.isArray(next)) at = next
    else {
      const made: Tree = Object.create(null)
      at[key] = made
      at = made
    }
  }
  const last = keys.at(-1) ?? '_schema'
  const texts = at[last]
  if (Array.isArray(texts)) texts.push(text)
  else at[last] = [text]
}

function print(tree: Tree): string {
  const parts = Object.entries(tree).map(([key, value]) => {
    const name = /^\d+$/.test(key) ? key : quote(key)
    return `${name}: ${Array.isArray(value) ? `[${value.map(quote).join(', ')}]` : print(value)}`
  })
  return `{${parts.join(', ')}}`
}

const quote = (text: string) =>
  text.includes("'") && !text.includes('"') ? `"${text}"` : `'${text.replaceAll("'", "\\'")}'`
