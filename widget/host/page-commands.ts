import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonValue } from '../../shared/json.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { createRefreshRecord } from '../api/refresh-record.ts'
import { canStopAtom, draftAtom, stopAtom } from '../composer/atoms/composer.ts'
import { requestFocusAtom } from '../composer/atoms/drafts.ts'
import { depsOf } from '../state/chat-deps.ts'
import { identityAtom, type Identity } from '../state/identity.ts'
import { awaitOwnerAtom, OWNER_WAIT_MS, tellTabsAtom } from '../state/owner.ts'
import { listPlaceAtom, toggleListAtom } from '../state/panel.ts'
import { userTextMaxAtom } from '../state/server-facts.ts'
import {
  awaitThreadAtom,
  identityEpochAtom,
  openLastThreadAtom,
  reloadThreadAtom,
  signOutAtom,
} from '../state/session.ts'
import {
  archiveThreadAtom,
  deleteThreadAtom,
  loadMoreThreadsAtom,
  loadThreadListAtom,
  renameThreadAtom,
  showNewThreadAtom,
  switchThreadAtom,
  threadListAtom,
  unarchiveThreadAtom,
} from '../thread-list/atoms/shown-list.ts'
import type { ThreadListItem } from '../thread-list/atoms/thread-list-item.ts'
import { askToDelete } from '../thread-list/atoms/page-question.ts'
import { createPageCall, invalid, readId, type PageCall } from './page-call.ts'
import { sendForPage } from './send-for-page.ts'

export { mergeVisitor } from '../thread-list/atoms/merge-visitor.ts'
export { tellPage } from './tell-page.ts'

/** Of a name that the page gives a conversation. */
export const PAGE_TITLE_MAX_CHARACTERS = 255

type Command = (store: Store, call: PageCall, ...args: readonly JsonValue[]) => Promise<JsonValue>

/** What a page put into the composer last, in the store of a frame; whoever typed on has words of their own. */
const put = new WeakMap<Store, string>()

/** By name, without those that the page's own side does. None gives a word of a conversation to the page. */
const COMMANDS: Readonly<Record<string, Command>> = {
  async setComposer(store, call, text = null) {
    const most = store.get(userTextMaxAtom)
    if (text !== null && (typeof text !== 'string' || text.length > most)) {
      throw invalid(`setComposer: expected a text of at most ${most} characters, or null`)
    }
    await call.within(store.set(awaitThreadAtom))
    const typed = store.get(draftAtom)
    if (typed !== '' && typed !== put.get(store)) return false
    put.set(store, text ?? '')
    store.set(draftAtom, text ?? '')
    return true
  },
  async focusComposer(store) {
    store.set(requestFocusAtom)
    return null
  },
  send: sendForPage,
  async newThread(store, call) {
    await call.within(store.set(awaitThreadAtom))
    await store.set(showNewThreadAtom)
    return null
  },
  async openThread(store, call, id) {
    const threadId = readId('openThread', id)
    await call.within(store.set(awaitThreadAtom))
    await store.set(switchThreadAtom, threadId)
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
    await untilKnown(store)
    // Somebody else was named meanwhile.
    if (store.get(identityAtom) !== identity || store.get(identityEpochAtom) !== epoch) return null
    if (keepAnonymous !== true) forgetVisitor(store, identity)
    store.set(signOutAtom, epoch)
    return null
  },
  'threads.list': listThreads,
  async 'threads.rename'(store, call, id, title = null) {
    if (
      typeof title !== 'string' ||
      title.trim() === '' ||
      title.length > PAGE_TITLE_MAX_CHARACTERS
    )
      throw invalid(
        `threads.rename: expected a title of 1 to ${PAGE_TITLE_MAX_CHARACTERS} characters`,
      )
    const item = await findThread(store, call, 'threads.rename', id)
    await store.set(renameThreadAtom, item.id, title.trim())
    return null
  },
  async 'threads.archive'(store, call, id) {
    const item = await findThread(store, call, 'threads.archive', id)
    await store.set(archiveThreadAtom, item.id)
    return null
  },
  async 'threads.unarchive'(store, call, id) {
    const item = await findThread(store, call, 'threads.unarchive', id)
    await store.set(unarchiveThreadAtom, item.id)
    return null
  },
  async 'threads.delete'(store, call, id) {
    const item = await findThread(store, call, 'threads.delete', id)
    if (!(await call.within(askToDelete(store, item, call.ending())))) return false
    await store.set(deleteThreadAtom, item.id)
    return true
  },
}

/** Nothing on this device proves the visitor any more, whoever chats now. */
function forgetVisitor({ get, set }: Store, identity: Identity | null) {
  const { base, openStorage } = depsOf(get)
  // A user's tabs are told anyway; a visitor's only when the visitor is gone.
  if (identity?.mode === 'anonymous') set(tellTabsAtom, { type: 'left' })
  identity?.auth?.forget?.()
  createRefreshRecord({ base, openStorage }).remove()
}

/** Other tabs are told by whoever is known here; a network that stumbles keeps nobody signed in for long. */
async function untilKnown({ get, set }: Store): Promise<void> {
  const late = Promise.withResolvers<void>()
  const cancel = depsOf(get).clock.after(OWNER_WAIT_MS, late.resolve)
  const known = get(identityAtom) ? set(openLastThreadAtom).then(() => set(awaitOwnerAtom)) : null
  await Promise.race([known, late.promise])
  cancel()
}

async function listThreads(
  store: Store,
  call: PageCall,
  given: JsonValue = null,
): Promise<JsonValue> {
  const { archived = false, more = false } = isPlainObject(given) ? given : {}
  await loadList(store, call)
  if (more === true) await store.set(loadMoreThreadsAtom, archived ? 'archived' : 'regular')
  const list = store.get(threadListAtom)
  const items = archived ? list.archived : list.regular
  return {
    // Titles are what was said; those of conversations that the page reads come as events.
    threads: items.map(({ id, remoteId = id, lastMessageAt = null, isRunning, isUnread }) => ({
      id: remoteId,
      isArchived: archived === true,
      lastMessageAt,
      isRunning,
      isUnread,
    })),
    hasMore: archived ? list.hasMoreArchived : list.hasMore,
  }
}

async function loadList(store: Store, call: PageCall) {
  await call.within(store.set(awaitThreadAtom))
  if (store.get(threadListAtom).status !== 'ready') await call.within(store.set(loadThreadListAtom))
}

function itemsOf({ get }: Store): readonly ThreadListItem[] {
  const { regular, archived } = get(threadListAtom)
  return [...regular, ...archived]
}

/** A conversation of the list. @throws AlcoveError `not_found`. */
async function findThread(
  store: Store,
  call: PageCall,
  command: string,
  given: unknown,
): Promise<ThreadListItem> {
  const id = readId(command, given)
  await loadList(store, call)
  const found = itemsOf(store).find((item) => item.remoteId === id || item.id === id)
  if (found) return found
  throw new AlcoveError('not_found', `${command}: no such conversation is in the list.`)
}

/** Done by the page's own side. */
const OTHERS = [
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
  'context',
  'on',
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
 * @param signal aborts when the page does not wait any more.
 * @throws AlcoveError `call_unknown`, with the nearest name; or what the command says.
 */
export async function runPageCommand(
  store: Store,
  given: unknown,
  signal: AbortSignal,
): Promise<JsonValue> {
  if (!isGiven(given)) throw invalid('expected a command with its arguments')
  const { name, args } = given
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command(store, createPageCall(store, signal), ...args)
  const nearest = nearestName(name, [...Object.keys(COMMANDS), ...OTHERS])
  throw new AlcoveError(
    'call_unknown',
    nearest === undefined ? name : `${name}; did you mean ${nearest}?`,
  )
}
