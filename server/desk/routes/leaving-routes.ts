import type * as v from 'valibot'
import { eraseResult, exportQuery } from '../../../shared/desk/conversations.ts'
import { eraseUser } from '../../runs/erase-user.ts'
import { exportConversations, streamTexts } from '../conversations/export-conversations.ts'
import { LINE_WRITERS } from '../conversations/export-lines.ts'
import { readFilters } from '../conversations/read-query.ts'
import { deskRoute, type DeskRoute } from '../desk-route.ts'
import { coverFor, requireConversation } from './conversation-routes.ts'

type ErasedJson = v.InferOutput<typeof eraseResult>

/** Exports, and conversations that are erased. */
export const leavingRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/export',
    summary: 'Download the messages of filtered conversations, one a line',
    needs: 'owner',
    spansProjects: true,
    query: exportQuery,
    answers: {
      200: {
        mediaTypes: ['text/csv', 'application/x-ndjson'],
        description: 'A line for each message',
      },
    },
    act: 'conversation.export',
    async handle(c, { query, caller, audit }, { store, now }) {
      const { format, unmasked } = query
      const page = { ...readFilters(query), projectIds: caller.projectIds }
      const cover = coverFor(unmasked, caller)
      const { projectIds } = caller
      await audit({ details: { format, unmasked: !cover.isMasked }, projectIds })
      const write = LINE_WRITERS[format]
      const day = new Date(now()).toISOString().slice(0, 10)
      return c.body(streamTexts(exportConversations({ store, page, cover, write })), 200, {
        'Content-Type': write.mediaType,
        'Content-Disposition': `attachment; filename="conversations-${day}.${format}"`,
      })
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: '/projects/:project/conversations/:thread',
    summary: 'Erase a conversation with its files, for good',
    needs: 'owner',
    answers: { 200: eraseResult },
    act: 'conversation.erase',
    async handle(c, { params, audit }, { store, runs }) {
      const row = await requireConversation(store, params.project, params.thread)
      const scope = { projectId: row.projectId, workspaceId: row.workspaceId, userId: row.userId }
      await runs.endWhere(({ threadId }) => Promise.resolve(threadId === row.id), 'forgotten')
      const files = await store.conversations.countFiles(row.id)
      const isErased = await store.threads.remove(scope, row.id)
      // Without the conversation's id: a log of what is gone says no more of it.
      await audit({ details: { conversations: Number(isErased), files } })
      return c.json<ErasedJson>({ conversations: Number(isErased), files })
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: '/projects/:project/conversations/:thread/person',
    summary: 'Erase the person of a conversation: all that is theirs in the project, for good',
    needs: 'owner',
    answers: { 200: eraseResult },
    act: 'person.erase',
    async handle(c, { params, audit }, parts) {
      const row = await requireConversation(parts.store, params.project, params.thread)
      const { threads, fileKeys } = await eraseUser(parts, row.projectId, row.userId)
      const erased: ErasedJson = { conversations: threads, files: fileKeys.length }
      await audit({ details: erased })
      return c.json(erased)
    },
  }),
]
