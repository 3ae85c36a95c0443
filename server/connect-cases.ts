import { attemptCase, failedAttempt, type AttemptParts } from './cases/attempt-case.ts'
import { createCaseBudget, type CaseBudget } from './cases/case-budget.ts'
import { createCaseRunner, type CaseRunner } from './cases/case-runner.ts'
import type { CaseProject, FindSide } from './cases/case-sides.ts'
import type { CaseExpects } from './cases/judge-case.ts'
import type { DeskCases } from './desk/desk-route.ts'
import { costMicros } from './desk/facts/cost.ts'
import { createDayOf } from './desk/facts/day-of.ts'
import { AlcoveError } from '../shared/errors.ts'
import { createProjectPlaces } from './limits/project-places.ts'
import type { Log } from './log.ts'
import type { ProjectKnowledge } from './models/answer-knowledge.ts'
import type { CreatedAssistants } from './models/create-assistants.ts'
import type { Assistants } from './models/model.ts'
import { serviceOf, type ConfigHolder, type Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

const MICROS_PER_UNIT = 1_000_000
/** Tries at once, of one project and one server. */
export const TRIES_AT_ONCE = 4

export interface CasesWorld {
  readonly settings: Pick<Settings, 'deskTimeZone'>
  readonly configs: Readonly<ConfigHolder>
  readonly store: Store
  readonly log: Pick<Log, 'error'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Assistants as drafts describe them, and models of settings. */
export interface DraftAssistants extends Pick<CreatedAssistants, 'make' | 'modelOf'> {
  readonly knowledgeOf: (projectId: string) => Promise<ProjectKnowledge | undefined>
}

/** Cases, for the desk and the command line. */
export interface ConnectedCases extends DeskCases, Pick<CaseRunner, 'startDue'> {
  readonly findSide: FindSide
  readonly budget: CaseBudget
  /** Ends the work; attempts that are running are made again later. */
  stop(): Promise<void>
}

/**
 * Connects cases to the models and budgets. Nothing of people is among it.
 *
 * @param drafts undefined: a draft is asked as the published settings are, and no model judges.
 */
export function connectCases(
  { settings, configs, store, log, now }: CasesWorld,
  projects: Pick<Projects, 'find' | 'findDraft' | 'limitsOf'>,
  assistants: Assistants,
  drafts: DraftAssistants | undefined,
): ConnectedCases {
  const onError = (error: unknown) => log.error({ err: error }, 'a case met an error')
  const dayOf = createDayOf(settings.deskTimeZone)
  const costOf: AttemptParts['costOf'] = (model, usage) => {
    const tokens = {
      inputTokens: usage.inputTokens ?? null,
      cachedTokens: usage.cachedInputTokens ?? null,
      outputTokens: usage.outputTokens ?? null,
    }
    const { prices } = serviceOf(configs.current)
    const micros = costMicros(prices, model, dayOf(new Date(now()).toISOString()), tokens)
    return micros === null ? null : micros / MICROS_PER_UNIT
  }
  const counting = { tableOf: projects.limitsOf, ledger: store.budgets }
  const parts: AttemptParts = {
    budget: createCaseBudget('answers', counting),
    costOf,
    now,
    judging: {
      budget: createCaseBudget('judging', counting),
      costOf,
      async judgeOf(projectId) {
        const judge = (await projects.find(projectId))?.cases.judge
        return judge === undefined ? undefined : drafts?.modelOf(judge)
      },
    },
  }
  const findSide: FindSide = async (projectId, side): Promise<CaseProject | undefined> => {
    const draft = side === 'draft' && drafts ? await projects.findDraft(projectId) : undefined
    if (draft && drafts) {
      const { revision } = draft
      const findAssistant = async (id: string) => {
        const source = draft.assistants.get(id)
        return source && drafts.make(source, await drafts.knowledgeOf(projectId))
      }
      return { project: draft, revision, findAssistant }
    }
    const project = await projects.find(projectId)
    return (
      project && { project, revision: null, findAssistant: (id) => assistants.find(projectId, id) }
    )
  }
  const runner = createCaseRunner({
    ...parts,
    store,
    findSide,
    publishedNumber: async (id) => (await store.projects.find(id))?.publishedNumber ?? null,
    onError,
  })

  const holdTry = createProjectPlaces(TRIES_AT_ONCE, 'tries of answers')
  const stopped = new AbortController()
  let working: Promise<void> | undefined
  let isAskedAgain = false
  async function workOn() {
    do {
      isAskedAgain = false
      await runner.work(stopped.signal).catch(onError)
    } while (isAskedAgain && !stopped.signal.aborted)
    working = undefined
  }

  return {
    findSide,
    budget: parts.budget,
    start: runner.start,
    startDue: runner.startDue,
    async tryOut(projectId, { sides, question }, signal) {
      const expects: CaseExpects = { facts: [], forbidden: [], sources: [], tools: [] }
      const release = holdTry(projectId)
      const attempts = sides.map(async (side) => {
        const project = await findSide(projectId, side)
        if (!project) throw new AlcoveError('not_found', 'There is no such project.')
        return attemptCase(project, { side, question, expects }, parts, signal).catch(
          (error: unknown) => {
            if (!(error instanceof AlcoveError) || error.code === 'budget_exhausted') throw error
            return failedAttempt(side, error.message)
          },
        )
      })
      // An answer may go on after the other one failed.
      void Promise.allSettled(attempts).then(release)
      return Promise.all(attempts)
    },
    work() {
      isAskedAgain = true
      return (working ??= workOn())
    },
    async stop() {
      stopped.abort()
      await working
    },
  }
}
