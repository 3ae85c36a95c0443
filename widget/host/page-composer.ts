import { atom, type Store } from 'jotai/vanilla'
import { CONTEXT_NAME_MAX_CHARACTERS } from '../../shared/context-data.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { createMessageId, LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { MessageMarks } from '../../shared/thread/message.ts'
import { draftAtom } from '../composer/atoms/composer.ts'
import { requestFocusAtom } from '../world/focus-requests.ts'
import {
  conversationsAtom,
  isRunningAtom,
  shownConversationAtom,
  threadIdAtom,
} from '../conversation/atoms/conversations.ts'
import { messageAtom } from '../conversation/atoms/conversation-view.ts'
import { addReferenceAtom } from '../conversation/atoms/references.ts'
import { messageMarksAtom, isBlockedAtom, lastMessageIdAtom } from '../conversation/atoms/thread.ts'
import { outboxDeskAtom, queuedFactAtom, queuedIdOf } from '../conversation/atoms/queued.ts'
import { userTextMaxAtom } from '../world/server-facts.ts'
import { awaitThreadAtom } from '../thread-list/atoms/opening.ts'
import { pageThreadActions, showNewThreadAtom } from '../thread-list/atoms/shown-list.ts'
import { invalid, readId, type Command, type PageCall } from './page-call.ts'

/** Maximum length as JSON, for one message that the page sends. */
export const RUN_CONFIG_MAX_CHARACTERS = 4_096
/** Maximum length of a reference, and of its address. */
export const REFERENCE_MAX_CHARACTERS = 2_000

/** Commands that put content into the composer, or send it directly; see `ChatCommands`. */
export const COMPOSER_COMMANDS: Readonly<Record<string, Command>> = {
  setComposer,
  async focusComposer(store) {
    store.set(requestFocusAtom)
    return null
  },
  askAbout,
  send: sendForPage,
}

/** The last text that the page put into the composer. Once a person has typed, the draft differs from it. */
const pageDraftAtom = atom<string | null>(null)

async function setComposer(
  store: Store,
  call: PageCall,
  text: JsonValue = null,
): Promise<JsonValue> {
  const most = store.get(userTextMaxAtom)
  if (text !== null && (typeof text !== 'string' || text.length > most)) {
    throw invalid(`setComposer: expected a text of at most ${most} characters, or null`)
  }
  await call.within(store.set(awaitThreadAtom))
  const typed = store.get(draftAtom)
  if (typed !== '' && typed !== store.get(pageDraftAtom)) return false
  store.set(pageDraftAtom, text ?? '')
  store.set(draftAtom, text ?? '')
  return true
}

/** Puts a reference of the page above the composer. */
async function askAbout(store: Store, call: PageCall, given: JsonValue = null): Promise<JsonValue> {
  const { label, text = '', link = '' } = isPlainObject(given) ? given : {}
  const isShort = (value: unknown, most: number): value is string =>
    typeof value === 'string' && value.length <= most
  if (
    !isShort(label, CONTEXT_NAME_MAX_CHARACTERS) ||
    label.trim() === '' ||
    !isShort(text, REFERENCE_MAX_CHARACTERS) ||
    !isShort(link, REFERENCE_MAX_CHARACTERS)
  ) {
    throw invalid(
      `askAbout: expected { label, text, link }: a label of 1 to ${CONTEXT_NAME_MAX_CHARACTERS} characters, the others of at most ${REFERENCE_MAX_CHARACTERS}`,
    )
  }
  await call.within(store.set(awaitThreadAtom))
  store.set(addReferenceAtom, { label, text, link })
  return null
}

/** Sends a message in the person's name, like one of theirs, but marked as sent by the page. */
async function sendForPage(
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
    await call.within(set(pageThreadActions.switch, readId('send', threadId)))
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

/** Place of the message with this id, sent or waiting, in any open conversation. */
function findSent({ get }: Store, messageId: string): JsonValue | undefined {
  const queued = get(queuedFactAtom).find(({ id }) => id === queuedIdOf(messageId))
  const { thread = '' } = queued ?? {}
  if (queued) return { threadId: thread.startsWith(LOCAL_THREAD_PREFIX) ? null : thread, messageId }
  const open = get(conversationsAtom).find(
    (each) => each.conversation.has(messageId) || get(each.viewAtom).ids.includes(messageId),
  )
  return open && { threadId: get(open.viewAtom).threadId, messageId }
}

const isRunConfig = (value: unknown): value is JsonObject | undefined =>
  value === undefined ||
  (isPlainObject(value) && JSON.stringify(value).length <= RUN_CONFIG_MAX_CHARACTERS)

/** A page can neither interrupt an answer nor answer a question to the person. */
function refuseWhileBusy({ get }: Store) {
  if (get(isRunningAtom))
    throw new AlcoveError('run_active', 'An answer is running: wait for its end, or stop it.')
  if (get(isBlockedAtom))
    throw new AlcoveError('unavailable', 'This conversation accepts no messages now.')
  const last = get(lastMessageIdAtom)
  if (last !== undefined && get(messageAtom(last))?.status?.type === 'requires-action')
    throw new AlcoveError('run_active', 'The conversation waits for a decision of its person.')
}
