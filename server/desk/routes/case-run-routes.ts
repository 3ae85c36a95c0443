import type * as v from 'valibot'
import {
  caseAttempts,
  caseRun,
  caseRunBody,
  caseRunList,
  caseRunResults,
  tried,
  tryBody,
  type CaseRun,
  type CaseRunHead,
  type CaseRunResults,
  type Tried,
  type TriedQuestion,
} from '../../../shared/desk/case-runs.ts'
import { CASES_MAX } from '../../../shared/desk/cases.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { attemptsJson, caseResultsJson, caseRunHead, caseRunJson } from '../../cases/run-report.ts'
import { isRowName } from '../../routes/find-row.ts'
import type { CaseRunRow, Store } from '../../store/store.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'
import { readCaseOfMessage } from './case-of-message.ts'

/** Runs of cases, and a question that is tried once. */
export const caseRunRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/cases/runs',
    summary: 'List the newest runs of cases',
    needs: 'reader',
    answers: { 200: caseRunList },
    async handle(c, { params }, { store }) {
      const runs: CaseRunHead[] = []
      for (const run of await store.caseRuns.list(params.project)) {
        runs.push(caseRunHead(run, await store.caseRuns.counts(run.id)))
      }
      return c.json<v.InferOutput<typeof caseRunList>>({ runs })
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/cases/runs',
    summary: 'Ask cases on the draft and on the published settings',
    needs: 'editor',
    body: caseRunBody,
    answers: { 201: caseRun },
    act: 'case.run',
    async handle(c, { params, body, caller, audit }, { store, cases }) {
      const asked = { ...body, by: caller.person.mail }
      const run = await cases.start(params.project, asked)
      await audit({ target: run.id })
      void cases.work()
      return c.json<CaseRun>(caseRunJson(run, await store.caseRuns.outcomes(run.id)), 201)
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/cases/runs/:run',
    summary: 'Show the results of a run',
    needs: 'reader',
    answers: { 200: caseRunResults },
    async handle(c, { params }, { store }) {
      const run = await requireRun(store, params.project, params.run)
      const attempts = await store.caseRuns.outcomes(run.id)
      const cases = await store.cases.list(params.project, CASES_MAX)
      return c.json<CaseRunResults>(caseResultsJson(run, attempts, cases))
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/cases/runs/:run/cases/:case',
    summary: 'Show the answers to one case of a run',
    needs: 'reader',
    answers: { 200: caseAttempts },
    async handle(c, { params }, { store }) {
      const run = await requireRun(store, params.project, params.run)
      const attempts = await store.caseRuns.attempts(run.id, params.case)
      return c.json<v.InferOutput<typeof caseAttempts>>({ attempts: attemptsJson(attempts) })
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/cases/runs/:run/stop',
    summary: 'End a run; answers that were made stay',
    needs: 'editor',
    answers: { 204: undefined },
    act: 'case.stop',
    async handle(c, { params, audit }, { store }) {
      const run = await requireRun(store, params.project, params.run)
      await store.caseRuns.end(run.id, 'stopped')
      await audit({ target: run.id })
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/try',
    summary: 'Ask a question once, as a person who is no user',
    needs: 'editor',
    body: tryBody,
    answers: { 200: tried },
    act: 'case.try',
    async handle(c, { params, body: { sides, ...asked }, audit }, { store, cases }) {
      const { question, facts } = await readQuestion(store, params.project, asked)
      const attempts = await cases.tryOut(params.project, { sides, question }, c.req.raw.signal)
      await audit(facts)
      return c.json<Tried>({ attempts })
    },
  }),
]

/** The question of a try, which may stand in a conversation. */
async function readQuestion(store: Store, projectId: string, asked: TriedQuestion) {
  if (!('from' in asked)) return { question: asked, facts: {} }
  const { made, thread } = await readCaseOfMessage(store, projectId, asked.from)
  const { name: _, expects: _expects, ...question } = made
  const facts = {
    target: thread.id,
    userId: thread.userId,
    details: { message: asked.from.messageId },
  }
  return { question, facts }
}

/** @throws AlcoveError `not_found`. */
async function requireRun(store: Store, projectId: string, id: string): Promise<CaseRunRow> {
  const run = isRowName(id) ? await store.caseRuns.find(projectId, id) : undefined
  if (run) return run
  throw new AlcoveError('not_found', 'There is no such run.')
}
