import { atom, type Store } from 'jotai/vanilla'
import { NAME_ECHO_LIMIT_CHARACTERS } from '../../shared/bridge/channel.ts'
import type { MergeWish } from '../../shared/bridge/contract.ts'
import { TRANSCRIPT_MEDIA_TYPES, type TranscriptFormat } from '../../shared/bridge/transcript.ts'
import { AlcoveError, type SerializedError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonValue } from '../../shared/json.ts'
import { later } from '../../shared/later.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { createRefreshRecord } from '../api/refresh-record.ts'
import { canStopAtom, stopAtom } from '../composer/atoms/composer.ts'
import { isReadByPageAtom } from '../conversation/atoms/thread.ts'
import { depsOf } from '../world/chat-deps.ts'
import { forgetVisitor } from '../session/clear-data.ts'
import { identityAtom, storageStateAtom, type Identity } from '../world/identity.ts'
import { awaitOwnerAtom, forgetEverybodyAtom, OWNER_WAIT_MS } from '../world/owner.ts'
import { listPlaceAtom, toggleListAtom } from '../world/panel.ts'
import { openMenuDialogAtom, wishTranscriptAtom, type MenuDialog } from '../world/menu-dialog.ts'
import { awaitThreadAtom, openLastThreadAtom } from '../thread-list/atoms/opening.ts'
import {
  loadThreadListAtom,
  pageThreadActions,
  showNewThreadAtom,
  threadListAtom,
} from '../thread-list/atoms/shown-list.ts'
import { follow } from './follow-atom.ts'
import { addRemedy, checkCommand } from './command-rules.ts'
import { createPageCall, invalid, readId, type Command, type PageCall } from './page-call.ts'
import { COMPOSER_COMMANDS } from './page-composer.ts'
import { THREAD_COMMANDS } from './page-threads.ts'
import { identityEpochAtom, signOutAtom } from '../world/identify.ts'
import { reloadThreadAtom } from '../thread-list/atoms/sign-in.ts'

export { followPresses } from './follow-presses.ts'
export { emitPageEvents } from './emit-page-events.ts'

const loadMerge = later(() => import('../session/merge-visitor.ts'))

/** See merge-visitor.ts. Loaded only if a visitor chatted before they were named, which is rare. */
export async function mergeVisitor(
  store: Store,
  wish: MergeWish,
  identity: Identity | null,
): Promise<void> {
  if (!createRefreshRecord(depsOf(store.get)).read()) return
  await (await loadMerge()).mergeVisitor(store, wish, identity)
}

/** Commands by name, without those of the page's own side. None returns text of a conversation to the page. */
const COMMANDS: Readonly<Record<string, Command>> = {
  ...COMPOSER_COMMANDS,
  async newThread(store, call) {
    await call.within(store.set(awaitThreadAtom))
    await store.set(showNewThreadAtom)
    return null
  },
  async openThread(store, call, id) {
    const threadId = readId('openThread', id)
    await call.within(store.set(awaitThreadAtom))
    await store.set(pageThreadActions.switch, threadId)
    return null
  },
  async stop(store) {
    const canStop = store.get(canStopAtom)
    if (canStop) store.set(stopAtom)
    return canStop
  },
  async refresh(store) {
    await store.set(reloadThreadAtom)
    if (store.get(threadListAtom).status === 'ready') await store.set(loadThreadListAtom)
    return null
  },
  async showView(store, _call, view) {
    if (view !== 'thread' && view !== 'history') throw invalid('view: expected thread or history')
    if ((store.get(listPlaceAtom) !== 'none') !== (view === 'history')) store.set(toggleListAtom)
    return null
  },
  async signOut(store, _call, given = null, epoch = 0) {
    const { keepAnonymous } = isPlainObject(given) ? given : {}
    const identity = store.get(identityAtom)
    await waitForUser(store)
    // No epoch exists before the first user is named.
    const now = Math.max(0, store.get(identityEpochAtom))
    // Another user was named meanwhile.
    if (store.get(identityAtom) !== identity || now !== epoch) return null
    if (keepAnonymous === true) {
      store.set(signOutAtom, epoch)
      return null
    }
    forgetVisitor(store, identity)
    store.set(signOutAtom, epoch)
    // Completed before the page navigates, which would interrupt it; also on a page for signing out, without a
    // user.
    await store.set(forgetEverybodyAtom)
    return null
  },
  readTranscript: exportTranscript,
  async deleteData(store, call) {
    await call.within(store.set(awaitThreadAtom))
    // Afterwards the user is another one.
    return askFor(store, 'clear', call.ending())
  },
  ...THREAD_COMMANDS,
}

/** Shows a dialog of the menu and waits for the person. Returns whether they did what it offers. */
function askFor({ set }: Store, name: MenuDialog, signal: AbortSignal): Promise<boolean> {
  // No limit: a person answers; the signal of the page ends it: "deleting asks in the open panel, as long as the
  // person takes, and says what they did: %s".
  const { promise, resolve } = Promise.withResolvers<boolean>()
  set(openMenuDialogAtom, { name, onEnd: resolve })
  // The caller is gone, or the person who was asked.
  signal.addEventListener('abort', () => resolve(false))
  return promise
}

const isFormat = (value: unknown): value is TranscriptFormat =>
  typeof value === 'string' && Object.hasOwn(TRANSCRIPT_MEDIA_TYPES, value)

/** Maximum number of a transcript's characters in one message: as JSON each may take six. */
export const TRANSCRIPT_PIECE_CHARACTERS = 10_000

/** The transcript that a page is reading in pieces; `null`: none. */
const transcriptAtom = atom<string | null>(null)

/**
 * Returns the conversation from `start` on to a page that may read it; for other pages, lets the person save it.
 */
async function exportTranscript(
  store: Store,
  call: PageCall,
  format: JsonValue = 'md',
  start: JsonValue = 0,
): Promise<JsonValue> {
  if (!isFormat(format)) throw invalid('exportTranscript: expected md, html or json')
  await call.within(store.set(awaitThreadAtom))
  if (!store.get(isReadByPageAtom)) {
    store.set(transcriptAtom, null)
    store.set(openMenuDialogAtom, { name: 'transcript' })
    return null
  }
  if (start === 0) {
    // Limit: CALL_TIMEOUT_MS of the page's call, by `within`: "a call waits until the limit %s and then rejects and cancels".
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    store.set(wishTranscriptAtom, { format, onRead: resolve, onFail: reject })
    store.set(transcriptAtom, await call.within(promise))
  }
  const from = Number(start)
  const transcript = store.get(transcriptAtom)
  if (transcript === null) throw invalid('exportTranscript: begin anew')
  const text = transcript.slice(from, from + TRANSCRIPT_PIECE_CHARACTERS)
  const end = from + TRANSCRIPT_PIECE_CHARACTERS
  const next = end < transcript.length ? end : 0
  if (next === 0) store.set(transcriptAtom, null)
  return { format, text, next }
}

/**
 * Waits for the user and their device store, through which other tabs are notified. Limited in time: a bad network
 * must not keep a person signed in.
 */
async function waitForUser({ get, set }: Store): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = depsOf(get).clock.after(OWNER_WAIT_MS, late.resolve)
  const known = get(identityAtom) ? set(openLastThreadAtom).then(() => set(awaitOwnerAtom)) : null
  await Promise.race([known, late.promise])
  cancel()
}

/** Handled by the page's own side. */
const HOST_COMMANDS = [
  'open',
  'close',
  'toggle',
  'boot',
  'shutdown',
  'logout',
  'update',
  'setTheme',
  'setLocale',
  'show',
  'hide',
  'notify',
  'identify',
  'tool',
  'exportTranscript',
  'setContext',
  'addContext',
  'context',
  'on',
  'doctor',
  'metrics',
  'destroy',
]

interface Given {
  readonly name: string
  readonly args: readonly JsonValue[]
}
const isGiven = (value: unknown): value is Given =>
  isPlainObject(value) &&
  typeof value['name'] === 'string' &&
  Array.isArray(value['args']) &&
  value['args'].every((arg) => isJsonValue(arg))

/**
 * @param signal aborts when the page stops waiting. @throws AlcoveError `call_unknown`, with the nearest name; or
 * an error of the command.
 */
export async function runPageCommand(
  store: Store,
  given: unknown,
  signal: AbortSignal,
): Promise<JsonValue> {
  if (!isGiven(given)) throw invalid('expected a command with its arguments')
  const { name, args } = given
  try {
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
    if (!command) throw createUnknown(name)
    checkCommand(name, args)
    return await command(store, createPageCall(store, signal), ...args)
  } catch (error) {
    throw addRemedy(name, error)
  }
}

function createUnknown(name: string): AlcoveError {
  const nearest = nearestName(name, [...Object.keys(COMMANDS), ...HOST_COMMANDS])
  const meant = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return new AlcoveError(
    'call_unknown',
    `there is no command ${name.slice(0, NAME_ECHO_LIMIT_CHARACTERS)}${meant}`,
  )
}

/** Notifies the page once if the browser stores nothing. Returns the function that stops this. */
export function reportStorage(store: Store, report: (error: SerializedError) => void): () => void {
  function look(state: string) {
    if (state !== 'memory') return
    report({
      code: 'storage_unavailable',
      message: 'This browser keeps nothing for the chat: what is said is forgotten with the page.',
      hint: 'A private window, blocked site data or a full disk: the visitor can allow data for the service.',
    })
  }
  look(store.get(storageStateAtom))
  return follow(store, storageStateAtom, look)
}
