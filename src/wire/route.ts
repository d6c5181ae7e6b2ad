import type { z } from 'zod'
import type { Envelope } from './problem.ts'

type Schema = z.ZodType

/** `anyone`: public with a reason in `summary`; `signed-in`: any user; a pair otherwise. There is no default. */
export type Needs = readonly [permission: string, view: string] | 'anyone' | 'signed-in'

/**
 * Which object rule the route keeps. `none`: no stored object is touched. `listed`: the handler's own statement keeps
 * only what the caller may see. `visible`: `find` must give the object or the answer is 404. `owned`: also `allow`
 * must hold or the answer is 403.
 */
type ObjectRule = 'none' | 'listed' | 'visible' | 'owned'

/** How bodies arrive. `fields`: a form whose values are JSON texts, or JSON. `stream`: an upload read by the handler. */
type BodyFormat = 'json' | 'fields' | 'form' | 'stream'

/** One HTTP endpoint, described once and read by the server, the client and the OpenAPI document. */
export interface RouteShape {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** OpenAPI style: `/api/v1/saved_query/{id}`. Served with and without a final slash. */
  readonly path: string
  readonly needs: Needs
  readonly object: ObjectRule
  /** What a caller without a session gets: `api` 401 as JSON, `view` 401 of the older views, `page` a redirect to sign-in, `agent` 401 even where a change lacks a CSRF token. */
  readonly face?: 'api' | 'view' | 'page' | 'agent'
  readonly errors?: Envelope
  /** False where no CSRF token is asked for (reference: wire rule 3). */
  readonly csrf?: false
  readonly body?: Schema
  readonly bodyFormat?: BodyFormat
  /** Envelope of a body that is no JSON, where it differs from the route's own. */
  readonly brokenJson?: Envelope
  /** True when a missing body counts as `{}`. */
  readonly bodyOptional?: true
  /** The same bodies come again and again: each is decoded once and shared, so a handler must not change it. */
  readonly bodyRepeats?: true
  /** Largest body in bytes; 1 MiB without it. */
  readonly bodyLimit?: number
  /** Status of a body that fails its schema; 400 without it. */
  readonly invalid?: 400 | 422
  readonly params?: Schema
  readonly query?: Schema
  /** The rison value of `?q=`. */
  readonly q?: Schema
  /** What a `q` that is no rison gets: 400 by default; `ignore` as single items do. */
  readonly qBroken?: 'ignore'
  readonly reply: Schema
  readonly status?: 200 | 201 | 202
  /** Rate class (reference: reliability-security B6). */
  readonly rate?: 'login' | 'execute' | 'estimate' | 'chart' | 'export' | 'import' | 'log' | 'guest'
  readonly summary: string
}

/** Keeps the literal types of a route. */
export const route = <const R extends RouteShape>(shape: R): R => shape

type Part<R, K extends 'params' | 'query' | 'q' | 'body'> = R extends { readonly [P in K]: infer S extends Schema }
  ? { readonly [P in K]: z.output<S> }
  : unknown

/** What a handler receives and what a caller passes: decoded, never the wire text. */
export type Input<R extends RouteShape> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'q'> & Part<R, 'body'>
export type Reply<R extends RouteShape> = z.output<R['reply']>
