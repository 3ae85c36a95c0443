import type { Context } from 'hono'
import type * as v from 'valibot'
import { ALL_PROJECTS } from '../../shared/desk/fields.ts'
import type { Role } from '../../shared/desk/access.ts'
import type { CaseAttempt, CaseSide } from '../../shared/desk/case-runs.ts'
import type { CaseQuestion } from '../cases/answer-case.ts'
import type { CaseRunner } from '../cases/case-runner.ts'
import type { Files } from '../files/files.ts'
import type { Crawls } from '../knowledge/crawls.ts'
import type { KnowledgeSearch } from '../knowledge/passage.ts'
import type { BodyBudget } from '../limits/body-budget.ts'
import type { AmountName } from '../limits/limit-table.ts'
import type { Limits } from '../limits/limits.ts'
import type { PreviewMaker } from '../preview/make-preview.ts'
import { DEFAULT_PROJECT, type Projects } from '../projects/project.ts'
import type { ProjectSettingsService } from '../projects/settings/settings-service.ts'
import type { AppEnv } from '../routes/app-env.ts'
import { requireStorable } from '../routes/find-row.ts'
import { parseInput } from '../routes/parse-input.ts'
import { readJsonBody } from '../routes/read-body.ts'
import type { Answer } from '../routes/route.ts'
import type { Runs } from '../runs/runs.ts'
import type { NewDeskAct, Store } from '../store/store.ts'
import type { HookSecrets } from '../notices/hook-secrets.ts'
import type { NoticeSender } from '../notices/create-sender.ts'
import type { WeeklyReports } from './notices/create-weekly-reports.ts'
import type { DeskSettings } from './desk-settings.ts'
import type { OpenId } from './open-id.ts'
import { recordAct } from './record-act.ts'
import type { HealthParts } from './reports/health/health-report.ts'
import type { Retention } from './retention/create-retention.ts'
import type { SignIns } from './sign-ins.ts'

/**
 * Callers that a route accepts:
 * - `open`: all;
 * - `signed-in`: everybody who may open the desk;
 * - a role: people with at least that role in the project of the path;
 * - `service-owner`: owners of the service.
 */
export type Need = 'open' | 'signed-in' | Role | 'service-owner'

/** Cases as the desk asks them. */
export interface DeskCases extends Pick<CaseRunner, 'start'> {
  /** Asks a question once on each side; nothing is kept. */
  tryOut(
    projectId: string,
    tried: { readonly sides: readonly CaseSide[]; readonly question: CaseQuestion },
    signal: AbortSignal,
  ): Promise<CaseAttempt[]>
  /** Goes on with runs that have attempts left. Resolves when none has, or another process does that. */
  work(): Promise<void>
}

/** Dependencies of the desk's handlers. */
export interface DeskParts {
  readonly store: Store
  readonly projects: Projects
  readonly projectSettings: ProjectSettingsService
  readonly runs: Runs
  readonly files: Files
  readonly crawls: Crawls
  readonly search: KnowledgeSearch
  readonly limits: Limits
  readonly bodies: BodyBudget
  readonly signIns: SignIns
  /** Undefined: people sign in by links alone. */
  readonly openId: OpenId | undefined
  readonly settings: DeskSettings
  readonly health: Omit<HealthParts, 'reports' | 'now'>
  readonly retention: Pick<Retention, 'preview'>
  readonly cases: DeskCases
  readonly previews: PreviewMaker
  readonly notices: {
    readonly secrets: HookSecrets
    readonly sender: Pick<NoticeSender, 'sendNow'>
    readonly reports: Pick<WeeklyReports, 'from' | 'week' | 'sendTest' | 'unsubscribe'>
  }
  readonly trustedProxies: number
  readonly onUnreadableAddress: (entry: string | undefined) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A role in a project. */
export interface DeskRole {
  /** Null: the whole service. */
  readonly projectId: string | null
  readonly role: Role
}

/** The person who makes a call. */
export interface DeskCaller {
  readonly person: { readonly id: string; readonly mail: string }
  readonly sessionId: string
  readonly isServiceOwner: boolean
  readonly roles: readonly DeskRole[]
  /** In the project of the path; owners of the service have the role of an owner. Null: the path names none. */
  readonly role: Role | null
  /** The project of the path, or all of them for `_`, in the order of their ids. Empty: the path names none. */
  readonly projectIds: readonly string[]
}

/** Facts about an act for the audit log. */
export interface ActFacts {
  /** Default: the caller. For open calls: the person who signs in. */
  readonly person?: DeskCaller['person']
  /** The id or mail that the act is about. */
  readonly target?: string
  /** The user whose conversation it is about, so that erasure finds the row. */
  readonly userId?: string
  readonly details?: Readonly<Record<string, string | number | boolean | null>>
  /** Projects that an act of several is about, each of which gets a row. Default: the project of the path. */
  readonly projectIds?: readonly string[]
}

/** Writes the row of the route's act, or completes it. Await it before any protected data is sent. */
export type Audit = (facts?: ActFacts) => Promise<void>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A call of the desk, for the router and the tests. */
export interface DeskRoute {
  readonly method: Method
  /** Below `/desk/api`. */
  readonly path: string
  /** Sentence, without a full stop. */
  readonly summary: string
  readonly needs: Need
  /** True: owners of the service may call it with {@link ALL_PROJECTS} in place of a project. */
  readonly spansProjects: boolean
  readonly query: v.GenericSchema | undefined
  readonly body: v.GenericSchema | undefined
  /** Undefined: no body. */
  readonly answers: Readonly<Record<number, Answer | undefined>>
  /** Name in the audit log, such as `person.invite`. Undefined: the call changes and reveals nothing special. */
  readonly act: string | undefined
  /** @param caller undefined for open routes alone. */
  readonly handle: (
    c: Context<AppEnv>,
    caller: DeskCaller | undefined,
    parts: DeskParts,
  ) => Promise<Response>
}

type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** The variable parts of a path, by their names. */
type Params<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Readonly<Record<Name, string>> & Params<Rest>
  : Path extends `${string}:${infer Name}`
    ? Readonly<Record<Name, string>>
    : unknown

/** Roles are those in the path's project. */
type PathFor<Needs extends Need> = Needs extends Role
  ? '/projects/:project' | `/projects/:project/${string}`
  : `/${string}`

export interface DeskRouteSpec<Needs extends Need, Path extends string, Query, Body> {
  readonly method: Method
  readonly path: Path & PathFor<Needs>
  readonly summary: string
  readonly needs: Needs
  readonly spansProjects?: boolean
  readonly query?: Query
  readonly body?: Body
  /** Name of the limit for the body; default `jsonBodyBytes`. */
  readonly bodyLimit?: AmountName
  readonly answers: DeskRoute['answers']
  readonly act?: string
  readonly handle: (
    c: Context<AppEnv>,
    input: {
      readonly params: Params<Path>
      readonly query: Output<Query>
      readonly body: Output<Body>
      readonly caller: Needs extends 'open' ? undefined : DeskCaller
      readonly audit: Audit
    },
    parts: DeskParts,
  ) => Promise<Response> | Response
}

/**
 * Declares a call of the desk. The query and the body reach `handle` as their schemas describe them. A change by
 * a person stands in the audit log before it is made; the row gets its target from `audit`.
 *
 * @throws AlcoveError (from the route) `invalid_request` and the others of `readJsonBody`.
 */
export function deskRoute<
  const Needs extends Need,
  const Path extends string,
  const Query extends v.GenericSchema | undefined = undefined,
  const Body extends v.GenericSchema | undefined = undefined,
>(spec: DeskRouteSpec<Needs, Path, Query, Body>): DeskRoute {
  const { method, path, act, bodyLimit = 'jsonBodyBytes' } = spec
  return {
    method,
    path,
    summary: spec.summary,
    needs: spec.needs,
    spansProjects: spec.spansProjects ?? false,
    query: spec.query,
    body: spec.body,
    answers: spec.answers,
    act,
    async handle(c, caller, parts) {
      requireStorable({ ...c.req.query(), ...c.req.param() })
      const params = c.req.param() as Params<Path>
      const query = (spec.query && parseInput(spec.query, c.req.query())) as Output<Query>
      const limitBytes = parts.limits.amount(DEFAULT_PROJECT, bodyLimit)
      const body = (spec.body &&
        (await readJsonBody(c, spec.body, { limitBytes, isOptional: false }))) as Output<Body>
      const run = (audit: Audit) =>
        Promise.resolve(
          spec.handle(c, { params, query, body, audit, caller: caller as never }, parts),
        )
      if (act === undefined) return run(() => Promise.resolve())
      const { audit } = parts.store.desk
      const row = { person: caller?.person ?? null, projectId: projectOf(c), act }
      if (method === 'GET' || caller === undefined) {
        return run((facts = {}) => addAct(audit, row, facts))
      }
      return recordAct(audit, row, async (settle) => {
        const response = await run((facts = {}) => settle(facts))
        return { result: response, isDone: response.ok }
      })
    },
  }
}

/** Null: the service, or all projects. */
function projectOf(c: Context<AppEnv>): string | null {
  const project = c.req.param('project')
  return project === undefined || project === ALL_PROJECTS ? null : project
}

/** Adds the whole row, for reads, and for calls whose person is known only after the act. */
async function addAct(
  audit: Store['desk']['audit'],
  row: Pick<NewDeskAct, 'person' | 'projectId' | 'act'>,
  { projectIds, ...facts }: ActFacts,
): Promise<void> {
  const act = { target: null, userId: null, details: {}, ...row, ...facts }
  if (projectIds) await audit.addToEach(act, projectIds)
  else await audit.add(act)
}
