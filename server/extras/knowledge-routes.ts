import { AlcoveError } from '../../shared/errors.ts'
import {
  knowledgeQuerySchema,
  oneSourceSchema,
  passageListSchema,
  sourceBodySchema,
  sourceListSchema,
  sourceReportSchema,
} from '../../shared/api/knowledge.ts'
import { emptySchema } from '../../shared/api/common-fields.ts'
import { requireUnfixed } from '../knowledge/fix-sources.ts'
import { passageJson, reportedJson, sourceJson } from '../knowledge/knowledge-json.ts'
import { isReservedId } from '../auth/identity.ts'
import { isRowName } from '../routes/find-row.ts'
import { route, type Route, type RouteContext } from '../routes/route.ts'
import type { SourceRow, Store } from '../store/store.ts'

/** Documents that a report lists. */
const REPORTED_MAX = 1_000
const ID = { id: 'The source’s id.' }

/** Calls of a project's own server about the pages that its assistants answer from. */
export const knowledgeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/knowledge/sources',
    summary: 'List the pages that the project’s assistants answer from',
    access: 'server',
    answers: { 200: sourceListSchema },
    async handle(c, _input, { store }) {
      const { id } = c.var.project
      const sources = await store.sources.list(id)
      const counts = await store.sources.count(id)
      return c.json({ sources: sources.map((row) => sourceJson(row, counts.get(row.id))) })
    },
  }),
  route({
    method: 'POST',
    path: '/projects/knowledge/sources',
    summary: 'Add a sitemap, or a page with those below it; they are read within a minute',
    access: 'server',
    body: sourceBodySchema,
    answers: { 201: oneSourceSchema },
    errors: ['conflict', 'quota_exceeded'],
    async handle(c, { body }, { store }) {
      const { sitemap, url, ...settings } = body
      const source = await store.sources.add({
        projectId: c.var.project.id,
        kind: sitemap === undefined ? 'url' : 'sitemap',
        // The schema has exactly one of them.
        location: sitemap ?? url ?? '',
        settings: JSON.stringify(settings),
        isFixed: false,
      })
      return c.json({ source: sourceJson(source) }, 201)
    },
  }),
  route({
    method: 'POST',
    path: '/projects/knowledge/sources/:id/refresh',
    params: ID,
    summary: 'Read a source again within a minute, although it is not due',
    access: 'server',
    answers: { 200: oneSourceSchema },
    errors: ['not_found'],
    async handle(c, { params }, { store }) {
      const { id } = await requireSource(c, store, params.id)
      await store.sources.makeDue(c.var.project.id, id)
      return c.json({ source: await describe(c, store, params.id) })
    },
  }),
  route({
    method: 'GET',
    path: '/projects/knowledge/sources/:id/report',
    params: ID,
    summary: 'Say which documents of a source could not be read, and why',
    access: 'server',
    answers: { 200: sourceReportSchema },
    errors: ['not_found'],
    async handle(c, { params }, { store }) {
      const source = await describe(c, store, params.id)
      const documents = await store.crawledDocuments.listReported(source.id, REPORTED_MAX)
      return c.json({ source, documents: documents.map(reportedJson) })
    },
  }),
  route({
    method: 'DELETE',
    path: '/projects/knowledge/sources/:id',
    params: ID,
    summary: 'Remove a source with all that was read from it',
    access: 'server',
    answers: { 200: emptySchema },
    errors: ['not_found', 'conflict'],
    async handle(c, { params }, { store, crawls }) {
      const source = await requireSource(c, store, params.id)
      requireUnfixed(source)
      await crawls.remove(source)
      return c.json({})
    },
  }),
  route({
    method: 'GET',
    path: '/projects/knowledge/passages',
    summary: 'Search the project’s pages as the caller’s user would',
    access: 'server',
    query: knowledgeQuerySchema,
    answers: { 200: passageListSchema },
    async handle(c, { query }, { search }) {
      const { projectId, workspaceId, userId } = c.var.identity
      const reader = { projectId, workspaceId, userId, isNamed: !isReservedId(userId) }
      const passages = await search.search(reader, query.query, query.limit)
      return c.json({ passages: passages.map(passageJson) })
    },
  }),
]

/** @throws AlcoveError `not_found`: the same answer for a missing source and for another project's. */
async function requireSource(c: RouteContext, store: Store, id: string): Promise<SourceRow> {
  const source = isRowName(id) ? await store.sources.find(c.var.project.id, id) : undefined
  if (source) return source
  throw new AlcoveError('not_found', 'Source not found')
}

async function describe(c: RouteContext, store: Store, id: string) {
  const source = await requireSource(c, store, id)
  const counts = await store.sources.count(c.var.project.id)
  return sourceJson(source, counts.get(source.id))
}
