import * as v from 'valibot'
import {
  answerWhy,
  conversation,
  conversationList,
  conversationQuery,
  deskNote,
  filterValues,
  noteBody,
  unmaskedQuery,
  type AnswerWhy,
  type Conversation,
} from '../../../shared/desk/conversations.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { isRowName, requireRowName, requireStorable } from '../../routes/find-row.ts'
import { inTurns } from '../../steps/in-turns.ts'
import type { ListedConversation, NoteRow, Store } from '../../store/store.ts'
import { MASKED, OPEN, type Cover } from '../conversations/cover.ts'
import { messagesJson } from '../conversations/message-json.ts'
import { placeText, readPageQuery } from '../conversations/read-query.ts'
import { conversationJson } from '../conversations/row-json.ts'
import { foundPieceIds, whyJson } from '../conversations/why-json.ts'
import { answerInSteps } from '../answer-in-steps.ts'
import { deskRoute, type DeskCaller, type DeskRoute } from '../desk-route.ts'

type ListJson = v.InferOutput<typeof conversationList>

/** Conversations of a project, or with `_` of all: the list, one of them, and notes. */
export const conversationRoutes: readonly DeskRoute[] = [
  deskRoute({
    method: 'GET',
    path: '/projects/:project/conversations',
    summary: 'List conversations, the newest activity first',
    needs: 'reader',
    spansProjects: true,
    query: conversationQuery,
    answers: { 200: conversationList },
    async handle(c, { query, caller }, { store }) {
      const page = readPageQuery(query)
      const { projectIds } = caller
      const list = await store.conversations.list({ ...page, projectIds, signal: c.req.raw.signal })
      return c.json<ListJson>({
        conversations: list.conversations.map((row) => conversationJson(row, MASKED)),
        next: list.next && placeText(list.next),
        isIndexing: !list.isIndexed,
      })
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/filters',
    summary: 'List the values that conversations can be filtered by',
    needs: 'reader',
    spansProjects: true,
    answers: { 200: filterValues },
    async handle(c, { caller }, { store }) {
      const values = await store.conversations.filterValues(caller.projectIds)
      const names = await store.conversations.sourceNames(caller.projectIds, values.source)
      return c.json<v.InferOutput<typeof filterValues>>({
        assistants: [...values.assistant],
        languages: [...values.language],
        tools: [...values.tool],
        sources: values.source.map((id) => ({ id, name: names.get(id) ?? id })),
        pages: [...values.page],
      })
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/conversations/:thread',
    summary: 'Show a conversation with all that is known of its answers',
    needs: 'reader',
    query: v.object(unmaskedQuery),
    answers: { 200: conversation },
    act: 'conversation.unmask',
    async handle(c, { params, query, caller, audit }, { store }) {
      const row = await requireConversation(store, params.project, params.thread)
      const cover = coverFor(query.unmasked, caller)
      if (!cover.isMasked) await audit({ target: row.id, userId: row.userId })
      const messages = await store.conversations.messages(row.projectId, row.id)
      const notes = await store.conversations.notes.list(row.projectId, row.id)
      return answerInSteps(c, {
        row: conversationJson(row, cover),
        isMasked: cover.isMasked,
        messages: await inTurns(messagesJson(messages, cover)),
        isCut: messages.isCut,
        notes: notes.map((note) => noteJson(note, caller, cover)),
      } satisfies Conversation)
    },
  }),
  deskRoute({
    method: 'GET',
    path: '/projects/:project/conversations/:thread/messages/:message/why',
    summary: 'Show why an answer is as it is: its prompts, and the passages that were found',
    needs: 'reader',
    query: v.object(unmaskedQuery),
    answers: { 200: answerWhy },
    act: 'conversation.unmask',
    async handle(c, { params, query, caller, audit }, { store }) {
      const row = await requireConversation(store, params.project, params.thread)
      const message = requireRowName(params.message)
      const cover = coverFor(query.unmasked, caller)
      const prompts = await store.facts.readPrompts(row.projectId, row.id, message)
      const uses = (await store.messages.usedKnowledge(row.id, [message])).get(message)
      if (!prompts && uses === undefined) {
        throw new AlcoveError('not_found', 'Nothing was kept of how this answer came about.')
      }
      if (!cover.isMasked) {
        await audit({ target: row.id, userId: row.userId, details: { message } })
      }
      const pieces = await store.conversations.pieces(row.projectId, foundPieceIds(uses))
      const reasons = { model: null, prompts, uses, pieces }
      return answerInSteps(c, (await inTurns(whyJson(reasons, cover))) satisfies AnswerWhy)
    },
  }),
  deskRoute({
    method: 'POST',
    path: '/projects/:project/conversations/:thread/notes',
    summary: 'Write a note about a conversation or a message',
    needs: 'editor',
    body: noteBody,
    answers: { 201: deskNote },
    act: 'note.add',
    async handle(c, { params, body, caller, audit }, { store }) {
      requireStorable(body)
      const row = await requireConversation(store, params.project, params.thread)
      const note = await store.conversations.notes.add({
        projectId: row.projectId,
        threadId: row.id,
        messageId: body.messageId,
        person: caller.person,
        text: body.text,
      })
      await audit({ target: row.id, userId: row.userId })
      return c.json(noteJson(note, caller, MASKED), 201)
    },
  }),
  deskRoute({
    method: 'DELETE',
    path: '/projects/:project/conversations/:thread/notes/:note',
    summary: 'Remove an own note; owners remove any',
    needs: 'editor',
    answers: { 204: undefined },
    act: 'note.remove',
    async handle(c, { params, caller, audit }, { store }) {
      const row = await requireConversation(store, params.project, params.thread)
      const author = caller.role === 'owner' ? undefined : caller.person.id
      const isGone =
        isRowName(params.note) &&
        (await store.conversations.notes.remove(row.projectId, row.id, params.note, author))
      if (!isGone) throw new AlcoveError('not_found', 'There is no such note of yours.')
      await audit({ target: row.id, userId: row.userId })
      return c.body(null, 204)
    },
  }),
]

/** @throws AlcoveError `not_found`: the same answer for an absent conversation and for another project's. */
export async function requireConversation(
  store: Store,
  projectId: string,
  threadId: string,
): Promise<ListedConversation> {
  const row = isRowName(threadId) ? await store.conversations.find(projectId, threadId) : undefined
  if (row) return row
  throw new AlcoveError('not_found', 'There is no such conversation.')
}

/** @throws AlcoveError `forbidden` if a person who is not an owner asks for texts without masks. */
export function coverFor(unmasked: 'true' | 'false', { role }: DeskCaller): Cover {
  if (unmasked === 'false') return MASKED
  if (role === 'owner') return OPEN
  throw new AlcoveError('forbidden', 'Only owners of the project see hidden personal data.')
}

/** Colleagues write numbers and addresses of visitors into notes. */
const noteJson = (
  note: NoteRow,
  { person, role }: DeskCaller,
  cover: Cover,
): v.InferOutput<typeof deskNote> => ({
  id: note.id,
  messageId: note.messageId,
  by: note.mail,
  at: note.createdAt,
  text: cover.text(note.text),
  mayRemove: role === 'owner' || (role === 'editor' && note.personId === person.id),
})
