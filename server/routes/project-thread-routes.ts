import { AlcoveError } from '../../shared/errors.ts'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { messageListSchema, messagesQuerySchema } from '../../shared/wire/messages.ts'
import { projectThreadsQuerySchema } from '../../shared/wire/projects.ts'
import { threadListSchema } from '../../shared/wire/threads.ts'
import type { ThreadRow } from '../store/store.ts'
import type { ApiParts } from './api-parts.ts'
import { createCursorError } from './cursor-error.ts'
import { answerMessages, PAGE_SDK_NOTE } from './list-messages.ts'
import { route, type Route, type RouteContext } from './route.ts'
import { threadJson } from './row-json.ts'
import { isRowName } from './stored-name.ts'

/** What a project's own server reads, over all of its workspaces. */
export function createProjectThreadRoutes(parts: ApiParts): readonly Route[] {
  const { store } = parts

  async function find(c: RouteContext, id: string): Promise<ThreadRow | undefined> {
    return isRowName(id) ? store.threads.findInProject(c.var.project.id, id) : undefined
  }

  return [
    route({
      method: 'GET',
      path: '/projects/threads',
      summary: 'List the threads of the project, newest message first',
      access: 'server',
      query: projectThreadsQuerySchema,
      answers: { 200: threadListSchema },
      async handle(c, { query }) {
        const { limit, after, is_archived: isArchived = false, workspace_id: workspaceId } = query
        if (after !== undefined && !(await find(c, after))) throw createCursorError()
        // No workspace has a name that is none.
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
      summary: 'List the messages of any thread of the project, newest first',
      access: 'server',
      query: messagesQuerySchema,
      headers: { 'Aui-Sdk': PAGE_SDK_NOTE },
      answers: { 200: messageListSchema },
      errors: ['not_found'],
      async handle(c, { query }) {
        const thread = await find(c, c.req.param('id') ?? '')
        if (!thread) throw new AlcoveError('not_found', ERROR_TEXTS.threadNotFound)
        const { id, projectId, workspaceId } = thread
        const scope = { projectId, workspaceId, userId: c.var.identity.userId }
        return answerMessages(c, parts, scope, id, query)
      },
    }),
  ]
}
