import type * as v from 'valibot'
import {
  knowledgeOverview,
  newSource,
  newSourceBody,
  sourceProblems,
} from '../../../shared/desk/reports.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { requireUnfixed } from '../../knowledge/fix-sources.ts'
import { isRowName } from '../../routes/find-row.ts'
import type { SourceRow, Store } from '../../store/store.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'
import { createDayOf } from '../facts/day-of.ts'
import { reportKnowledge, reportProblems } from '../reports/knowledge-report.ts'

const SOURCE = '/projects/:project/knowledge/sources/:source'

export const knowledgeRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/knowledge',
    summary: 'List the pages that assistants answer from, and how answers cite them',
    needs: 'reader',
    answers: { 200: knowledgeOverview },
    async handle(c, { params }, { store, projects, settings, now }) {
      const answers = (await projects.find(params.project))?.writtenAnswers ?? []
      const day = createDayOf(settings.timeZone)(new Date(now()).toISOString())
      const overview = await reportKnowledge(store, params.project, { answers, day })
      return c.json<v.InferOutput<typeof knowledgeOverview>>(overview)
    },
  }),
  deskRoute({
    method: 'GET',
    path: `${SOURCE}/problems`,
    summary: 'Say which documents of a source could not be read, and why',
    needs: 'reader',
    answers: { 200: sourceProblems },
    async handle(c, { params }, { store }) {
      const source = await requireSource(store, params)
      return c.json<v.InferOutput<typeof sourceProblems>>(await reportProblems(store, source.id))
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/knowledge/sources',
    summary: 'Add a sitemap, or a page with those below it; they are read within a minute',
    needs: 'editor',
    act: 'knowledge.add',
    body: newSourceBody,
    answers: { 201: newSource },
    async handle(c, { params, body, audit }, { store }) {
      const { id } = await store.sources.add({
        projectId: params.project,
        kind: body.kind,
        location: body.address,
        settings: '{}',
        isFixed: false,
      })
      await audit({ target: id, details: { address: body.address } })
      return c.json<v.InferOutput<typeof newSource>>({ id }, 201)
    },
  }),
  deskRoute({
    method: 'POST',
    path: `${SOURCE}/refresh`,
    summary: 'Read a source again within a minute, although it is not due',
    needs: 'editor',
    act: 'knowledge.refresh',
    answers: { 204: undefined },
    async handle(c, { params, audit }, { store }) {
      const { id, location } = await requireSource(store, params)
      await store.sources.makeDue(params.project, id)
      await audit({ target: id, details: { address: location } })
      return c.body(null, 204)
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: SOURCE,
    summary: 'Remove a source with all that was read from it',
    needs: 'editor',
    act: 'knowledge.remove',
    answers: { 204: undefined },
    async handle(c, { params, audit }, { store, crawls }) {
      const source = await requireSource(store, params)
      requireUnfixed(source)
      await audit({ target: source.id, details: { address: source.location } })
      await crawls.remove(source)
      return c.body(null, 204)
    },
  }),
]

interface SourceParams {
  readonly project: string
  readonly source: string
}

/** @throws AlcoveError `not_found`: the same answer for a missing source and for another project's. */
async function requireSource(
  { sources }: Pick<Store, 'sources'>,
  { project, source: id }: SourceParams,
): Promise<SourceRow> {
  const source = isRowName(id) ? await sources.find(project, id) : undefined
  if (source) return source
  throw new AlcoveError('not_found', 'Source not found')
}
