import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId, LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { MessageMarks } from '../../shared/thread/message.ts'
import {
  conversationsAtom,
  isRunningAtom,
  shownConversationAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { messageMarksAtom, isBlockedAtom, lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { outboxDeskAtom, queuedFactAtom, queuedIdOf } from '../outbox/queued.ts'
import { userTextMaxAtom } from '../state/server-facts.ts'
import { awaitThreadAtom } from '../state/session.ts'
import { showNewThreadAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'
import { invalid, readId, type PageCall } from './page-call.ts'

/** Of one message that the page sends, as JSON. */
export const RUN_CONFIG_MAX_CHARACTERS = 4_096

/** Sends a message in the person's name: as one that they send, and marked as sent by the page. */
export async function sendForPage(
  store: Store,
  call: PageCall,
  given: JsonValue = null,
): Promise<JsonValue> {
  const { get, set } = store
  const wish = typeof given === 'string' ? { text: given } : isPlainObject(given) ? given : {}
  const { text, newThread, threadId, runConfig, idempotencyKey: id = createMessageId() } = wish
  const most = get(userTextMaxAtom)
  if (typeof text !== 'string' || text.trim() === '' || text.length > most)
    throw invalid(`send: expected a text of 1 to ${most} characters`)
  if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id))
    throw invalid('send: expected an idempotencyKey of 1 to 64 letters, digits, hyphens')
  if (!isRunConfig(runConfig))
    throw invalid(
      `send: expected a runConfig of at most ${RUN_CONFIG_MAX_CHARACTERS} characters as JSON`,
    )

  await call.within(set(awaitThreadAtom))
  const known = findSent(store, id)
  if (known) return known
  if (newThread === true) await call.within(set(showNewThreadAtom))
  else if (threadId !== undefined)
    await call.within(set(switchThreadAtom, readId('send', threadId)))
  await call.within(set(awaitThreadAtom))
  const sent = () => ({ threadId: get(threadIdAtom), messageId: id })
  if (shownOf(store)?.has(id)) return sent()
  refuseWhileBusy(store)
  const marks: MessageMarks = { sentBy: 'page', ...get(messageMarksAtom) }
  const message = {
    id,
    text: text.trim(),
    marks,
    ...(runConfig === undefined ? {} : { runConfig }),
  }
  const desk = get(outboxDeskAtom)
  if (!(desk ? desk.send(message) : shownOf(store)?.send(message)))
    throw new AlcoveError('send_failed', 'The message could not be sent now.')
  return sent()
}

const shownOf = ({ get }: Store) => get(shownConversationAtom)

/** Where the message stands that has this id, or waits; in any conversation that is open here. */
function findSent({ get }: Store, messageId: string): JsonValue | undefined {
  const queued = get(queuedFactAtom).find(({ id }) => id === queuedIdOf(messageId))
  const { thread = '' } = queued ?? {}
  if (queued) return { threadId: thread.startsWith(LOCAL_THREAD_PREFIX) ? null : thread, messageId }
  const open = get(conversationsAtom).find(
    (each) => each.has(messageId) || get(each.viewAtom).ids.includes(messageId),
  )
  return open && { threadId: get(open.viewAtom).threadId, messageId }
}

const isRunConfig = (value: unknown): value is JsonObject | undefined =>
  value === undefined ||
  (isPlainObject(value) && JSON.stringify(value).length <= RUN_CONFIG_MAX_CHARACTERS)

/** A page neither talks into an answer nor answers what a person is asked. */
function refuseWhileBusy({ get }: Store) {
  if (get(isRunningAtom))
    throw new AlcoveError('run_active', 'An answer is being made: wait for its end, or stop it.')
  if (get(isBlockedAtom))
    throw new AlcoveError('unavailable', 'Nobody can write in this conversation now.')
  const last = get(lastMessageIdAtom)
  if (last !== undefined && get(messageAtom(last))?.status?.type === 'requires-action')
    throw new AlcoveError('run_active', 'The conversation waits for what its person decides.')
}
