import type { Context } from 'hono'
import type * as v from 'valibot'
import type { ErrorCode } from '../../shared/errors.ts'
import type { Authenticator } from '../auth/authenticate.ts'
import type { CallerGate } from '../auth/caller-gate.ts'
import type { ProofsOfWork } from '../auth/proof-of-work.ts'
import type { VisitorCheck } from '../auth/visitor-check.ts'
import type { Sessions } from '../auth/sessions.ts'
import type { Files } from '../files/files.ts'
import type { Crawls } from '../knowledge/crawls.ts'
import type { KnowledgeSearch } from '../knowledge/passage.ts'
import type { BodyBudget } from '../limits/body-budget.ts'
import type { AmountName } from '../limits/limit-table.ts'
import type { Limits } from '../limits/limits.ts'
import type { MessageQuota } from '../limits/message-quota.ts'
import type { Projects } from '../projects/project.ts'
import type { Runs } from '../runs/runs.ts'
import type { MakeSuggestions } from '../runs/make-suggestions.ts'
import type { Titles } from '../runs/titles.ts'
import { storedBytes, type Store } from '../store/store.ts'
import type { AppEnv } from './app-env.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { parseInput } from './parse-input.ts'
import { readJsonBody } from './read-body.ts'
import type { RoutePath } from './route-groups.ts'

/**
 * Callers that a route accepts:
 * - `open`: all, without a token;
 * - `user`: users of a token or key;
 * - `named`: users with a name;
 * - `server`: the project's own server, by its secret key.
 */
export type Access = 'open' | 'user' | 'named' | 'server'

export type RouteContext = Context<AppEnv>

/** Dependencies of the API's handlers. */
export interface ApiParts {
  readonly store: Store
  readonly projects: Projects
  readonly runs: Runs
  readonly titles: Titles
  readonly makeSuggestions: MakeSuggestions
  readonly files: Files
  readonly crawls: Crawls
  readonly search: KnowledgeSearch
  readonly authenticator: Authenticator
  readonly sessions: Sessions
  readonly gate: CallerGate
  readonly proofs: ProofsOfWork
  readonly checkVisitor: VisitorCheck
  readonly limits: Limits
  readonly quota: MessageQuota
  readonly bodies: BodyBudget
  readonly publicUrl: string | undefined
  /** The service's own addresses, by which requests and pages name it. */
  readonly own: OwnAddresses
  readonly trustedProxies: number
  /** Called with the entry in which a trusted proxy gives no address; undefined: the entry is missing. */
  readonly onUnreadableAddress: (entry: string | undefined) => void
  /** Called for a page that may not call the API. */
  readonly onRefusedOrigin: (projectId: string, origin: string) => void
  /** Called when an answer breaks off after it has begun. */
  readonly onBrokenAnswer: (error: unknown) => void
  /** Called for a row that cannot be converted to the requested format. */
  readonly onUnreadableRow: (row: { readonly id: string; readonly format: string }) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Body of an answer: JSON of a schema, another body of one of the media types, or nothing. */
export type Answer =
  | v.GenericSchema
  | { readonly mediaTypes: readonly string[]; readonly description: string }

/** A call of the API, for the router, the description and the tests. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `{base}/v1`, with `:name` for a variable part. */
  readonly path: string
  /** The variable parts of the path, each with its meaning. */
  readonly params: Readonly<Record<string, string>>
  /** Sentence for the description, without a full stop. */
  readonly summary: string
  readonly access: Access
  /** True if the call changes a project's data: refused in a read-only project. */
  readonly writes: boolean
  /** True if callers of a blocked address are answered as well. */
  readonly servesBlocked: boolean
  readonly query: v.GenericSchema | undefined
  readonly body: v.GenericSchema | undefined
  /** Published clients make the call without a body; then it is `{}`. */
  readonly isBodyOptional: boolean
  /** Media types of a body that is not JSON. */
  readonly mediaTypes: readonly string[] | undefined
  /** Headers that change the answer, and how. */
  readonly headers: Readonly<Record<string, string>>
  readonly answers: Readonly<Record<number, Answer>>
  /** Refusals in addition to those of every route. */
  readonly errors: readonly ErrorCode[]
  readonly handle: (c: RouteContext, parts: ApiParts) => Promise<Response>
}

type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** The variable parts of a path, by their names: `id` of `/threads/:id`. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Readonly<Record<Name, string>> & Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? Readonly<Record<Name, string>>
    : unknown

/** Meaning of each variable part of the path; a route without a meaning does not compile. */
type ParamMeanings<Path extends string> = keyof Params<Path> extends never
  ? { readonly params?: never }
  : { readonly params: { readonly [Name in keyof Params<Path>]: string } }

export interface RouteSpec<Path extends string, Query, Body> {
  readonly method: Route['method']
  readonly path: Path
  readonly summary: string
  readonly access: Access
  /** Default: every method but GET. */
  readonly writes?: boolean
  /** Default: no; only for open routes. */
  readonly servesBlocked?: boolean
  readonly query?: Query
  readonly body?: Body
  readonly isBodyOptional?: boolean
  /** Media types of a body that `handle` reads itself. */
  readonly mediaTypes?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  /** True if the body is stored, so that its bytes count for the daily limit of an address. */
  readonly storesBody?: boolean
  /** Name of the limit for the body; default `jsonBodyBytes`. */
  readonly bodyLimit?: AmountName
  readonly answers: Route['answers']
  readonly errors?: readonly ErrorCode[]
  /** Runs before the body is read: reading is work too, whether or not it succeeds. */
  readonly count?: (c: RouteContext, parts: ApiParts) => Promise<void>
  readonly handle: (
    c: RouteContext,
    input: {
      readonly params: Params<Path>
      readonly query: Output<Query>
      readonly body: Output<Body>
    },
    parts: ApiParts,
  ) => Promise<Response> | Response
}

/**
 * Declares a route. The query and the body reach `handle` as their schemas describe them.
 *
 * @throws AlcoveError (from the route) `invalid_request` and the others of `readJsonBody`.
 */
export function route<
  const Path extends RoutePath,
  const Query extends v.GenericSchema | undefined = undefined,
  const Body extends v.GenericSchema | undefined = undefined,
>(spec: RouteSpec<Path, Query, Body> & ParamMeanings<Path>): Route {
  const { method, bodyLimit = 'jsonBodyBytes', isBodyOptional = false } = spec
  return {
    method,
    path: spec.path,
    params: spec.params ?? {},
    summary: spec.summary,
    access: spec.access,
    writes: spec.writes ?? method !== 'GET',
    servesBlocked: spec.servesBlocked ?? false,
    query: spec.query,
    body: spec.body,
    isBodyOptional,
    mediaTypes: spec.mediaTypes,
    headers: spec.headers ?? {},
    answers: spec.answers,
    errors: spec.errors ?? [],
    async handle(c, parts) {
      await spec.count?.(c, parts)
      const params = c.req.param() as Params<Path>
      const query = (spec.query && parseInput(spec.query, c.req.query())) as Output<Query>
      const limitBytes = parts.limits.amount(c.var.project.id, bodyLimit)
      const body: unknown =
        spec.body && (await readJsonBody(c, spec.body, { limitBytes, isOptional: isBodyOptional }))
      if (spec.storesBody === true) {
        await parts.limits.takeWrittenBytes(c.var.identity, storedBytes(body))
      }
      return spec.handle(c, { params, query, body: body as Output<Body> }, parts)
    },
  }
}

const EVERYWHERE = [
  'not_found',
  'address_blocked',
  'rate_limited',
  'internal',
  'unavailable',
] as const
const BEHIND_THE_WALL = [
  'invalid_request',
  'token_missing',
  'token_malformed',
  'token_expired',
  'clock_skew',
  'auth_failed',
  'token_rejected',
  'forbidden',
  'named_only',
] as const
const WITH_A_BODY = ['too_large', 'unsupported_media_type', 'call_timeout'] as const

type RouteFacts = Pick<
  Route,
  'access' | 'writes' | 'query' | 'body' | 'mediaTypes' | 'errors' | 'path'
>

/** Every refusal that a route may answer with: its own, and those of the checks and the body reader. */
export function errorsOf(route: RouteFacts): readonly ErrorCode[] {
  const hasBody = route.body !== undefined || route.mediaTypes !== undefined
  const hasInput = hasBody || route.query !== undefined || route.path.includes(':')
  const codes: readonly ErrorCode[] = [
    ...EVERYWHERE,
    ...(route.access === 'open' ? [] : BEHIND_THE_WALL),
    ...(route.writes ? (['forbidden'] as const) : []),
    ...(hasInput ? (['invalid_request'] as const) : []),
    ...(hasBody ? WITH_A_BODY : []),
    ...route.errors,
  ]
  return [...new Set(codes)]
}
