import type { InferOutput } from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { messageListSchema, messagesQuerySchema } from '../../shared/api/messages.ts'
import {
  dailyUsageSchema,
  periodUsageSchema,
  USAGE_DAYS_MAX,
  usageQuerySchema,
} from '../../shared/api/projects.ts'
import { projectThreadsQuerySchema } from '../../shared/api/threads.ts'
import { threadListSchema } from '../../shared/api/threads.ts'
import { createCursorError, createThreadError, isRowName } from '../routes/find-row.ts'
import { answerMessages, PAGE_SDK_NOTE } from '../routes/list-messages.ts'
import { route, type Route, type RouteContext } from '../routes/route.ts'
import { threadJson } from '../routes/row-json.ts'
import type { EmbeddingUsage, Store, ThreadRow, Usage } from '../store/store.ts'

/** Calls of a project's own server over all of its workspaces. */
export const projectRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/projects/threads',
    summary: 'List the threads of the project, newest message first',
    access: 'server',
    query: projectThreadsQuerySchema,
    answers: { 200: threadListSchema },
    async handle(c, { query }, { store }) {
      const { limit, after, is_archived: isArchived = false, workspace_id: workspaceId } = query
      if (after !== undefined && !(await findThread(c, store, after))) throw createCursorError()
      // A malformed name belongs to no workspace.
      if (workspaceId !== undefined && !isRowName(workspaceId)) return c.json({ threads: [] })
      const threads = await store.threads.listProject(c.var.project.id, {
        limit,
        isArchived,
        ...(after === undefined ? {} : { after }),
        ...(workspaceId === undefined ? {} : { workspaceId }),
      })
      return c.json({ threads: threads.map(threadJson) })
    },
  }),
  route({
    method: 'GET',
    path: '/projects/threads/:id/messages',
    params: { id: 'The thread’s id.' },
    summary: 'List the messages of any thread of the project, newest first',
    access: 'server',
    query: messagesQuerySchema,
    headers: { 'Aui-Sdk': PAGE_SDK_NOTE },
    answers: { 200: messageListSchema },
    errors: ['not_found'],
    async handle(c, { params, query }, parts) {
      const thread = await findThread(c, parts.store, params.id)
      if (!thread) throw createThreadError()
      const { id, projectId, workspaceId } = thread
      const scope = { projectId, workspaceId, userId: c.var.identity.userId }
      return answerMessages(c, parts, scope, id, query)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/usage/daily',
    summary: 'Sum up the usage of the project’s runs and embeddings, for each day with any',
    access: 'server',
    query: usageQuerySchema,
    answers: { 200: dailyUsageSchema },
    async handle(c, { query }, { store }) {
      requireDays(query)
      const { id } = c.var.project
      const runs = await store.reports.dailyUsage(id, query.from, query.to)
      const embeddings = await store.embeddings.dailyUsage(id, query.from, query.to)
      const days = new Set([...runs, ...embeddings].map(({ day }) => day))
      return c.json({
        days: [...days].toSorted().map((day) => ({
          day,
          ...usageJson(
            runs.find((each) => each.day === day) ?? NO_RUNS,
            embeddings.filter((each) => each.day === day),
          ),
        })),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/projects/usage/period',
    summary:
      'Sum up the usage of the project’s runs and embeddings over all days; each user and thread counts once',
    access: 'server',
    query: usageQuerySchema,
    answers: { 200: periodUsageSchema },
    async handle(c, { query }, { store }) {
      requireDays(query)
      const { id } = c.var.project
      const usage = await store.reports.periodUsage(id, query.from, query.to)
      const embeddings = await store.embeddings.dailyUsage(id, query.from, query.to)
      return c.json({ ...query, ...usageJson(usage, embeddings) })
    },
  }),
]

async function findThread(
  c: RouteContext,
  store: Store,
  id: string,
): Promise<ThreadRow | undefined> {
  return isRowName(id) ? store.threads.findInProject(c.var.project.id, id) : undefined
}

const DAY_MS = 86_400_000

function requireDays({ from, to }: InferOutput<typeof usageQuerySchema>) {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days >= 1 && days <= USAGE_DAYS_MAX) return
  throw new AlcoveError(
    'invalid_request',
    `to: expected a day from ${from} on, at most ${USAGE_DAYS_MAX} days in all.`,
  )
}

const NO_RUNS: Usage = { runs: 0, threads: 0, users: 0, inputTokens: 0, outputTokens: 0 }

/** @param embeddings of all days together. */
function usageJson(
  { runs, threads, users, inputTokens, outputTokens }: Usage,
  embeddings: readonly EmbeddingUsage[],
) {
  const sum = (unit: keyof EmbeddingUsage) =>
    embeddings.reduce((total, each) => total + each[unit], 0)
  return {
    runs,
    threads,
    users,
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    embeddings: { calls: sum('calls'), tokens: sum('tokens') },
  }
}
