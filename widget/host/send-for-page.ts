import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId } from '../../shared/ids.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { MessageMarks } from '../../shared/thread/message.ts'
import {
  isRunningAtom,
  shownConversationAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import {
  hostReadsMarkAtom,
  isBlockedAtom,
  lastMessageIdAtom,
} from '../conversation/atoms/thread.ts'
import { outboxDeskAtom, queuedIdOf, shownQueueAtom } from '../outbox/queued.ts'
import { userTextMaxAtom } from '../state/server-facts.ts'
import { awaitThreadAtom } from '../state/session.ts'
import { showNewThreadAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'

/** Of one message that the page sends, as JSON. */
export const RUN_CONFIG_MAX_CHARACTERS = 4_096

/** Sends a message in the person's name: as one that they send, and marked as sent by the page. */
export async function sendForPage(store: Store, given: JsonValue = null): Promise<JsonValue> {
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

  await set(awaitThreadAtom)
  if (newThread === true) await set(showNewThreadAtom)
  else if (threadId !== undefined) await set(switchThreadAtom, readId('send', threadId))
  await set(awaitThreadAtom)
  const shown = get(shownConversationAtom)
  const sent = () => ({ threadId: get(threadIdAtom), messageId: id })
  const isKnown = shown?.has(id) || get(shownQueueAtom).some((item) => item.id === queuedIdOf(id))
  if (isKnown || get(messageAtom(id))) return sent()
  refuseWhileBusy(store)
  const marks: MessageMarks = { sentBy: 'page', ...get(hostReadsMarkAtom) }
  const message = {
    id,
    text: text.trim(),
    marks,
    ...(runConfig === undefined ? {} : { runConfig }),
  }
  const desk = get(outboxDeskAtom)
  if (!(desk ? desk.send(message) : shown?.send(message)))
    throw new AlcoveError('send_failed', 'The message could not be sent now.')
  return sent()
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

export function readId(command: string, given: unknown): string {
  if (typeof given === 'string' && given !== '') return given
  throw invalid(`${command}: expected the id of a conversation`)
}

export const invalid = (message: string): AlcoveError => new AlcoveError('invalid_request', message)
