import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonValue } from '../../shared/json.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { canStopAtom, draftAtom, stopAtom } from '../composer/atoms/composer.ts'
import { requestFocusAtom } from '../composer/atoms/drafts.ts'
import { identityAtom } from '../state/identity.ts'
import { listPlaceAtom, toggleListAtom } from '../state/panel.ts'
import { userTextMaxAtom } from '../state/server-facts.ts'
import { awaitThreadAtom, reloadThreadAtom, signOutAtom } from '../state/session.ts'
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
import { invalid, readId, sendForPage } from './send-for-page.ts'

export { mergeVisitor } from '../thread-list/atoms/merge-visitor.ts'
export { tellPage } from './tell-page.ts'

/** Of a name that the page gives a conversation. */
export const PAGE_TITLE_MAX_CHARACTERS = 255

type Command = (store: Store, ...args: readonly JsonValue[]) => Promise<JsonValue>

/** What a page put into the composer last, in the store of a frame; whoever typed on has words of their own. */
const put = new WeakMap<Store, string>()

/** By name, without those that the page's own side does. None gives a word of a conversation to the page. */
const COMMANDS: Readonly<Record<string, Command>> = {
  async setComposer(store, text = null) {
    const most = store.get(userTextMaxAtom)
    if (text !== null && (typeof text !== 'string' || text.length > most)) {
      throw invalid(`setComposer: expected a text of at most ${most} characters, or null`)
    }
    await store.set(awaitThreadAtom)
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
  async newThread(store) {
    await store.set(awaitThreadAtom)
    await store.set(showNewThreadAtom)
    return null
  },
  async openThread(store, id) {
    const threadId = readId('openThread', id)
    await store.set(awaitThreadAtom)
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
  async showView(store, view) {
    if (view !== 'thread' && view !== 'history') throw invalid('view: expected thread or history')
    if ((store.get(listPlaceAtom) !== 'none') !== (view === 'history')) store.set(toggleListAtom)
    return null
  },
  async signOut(store, given = null) {
    const { keepAnonymous } = isPlainObject(given) ? given : {}
    const identity = store.get(identityAtom)
    store.set(signOutAtom)
    if (keepAnonymous !== true) identity?.auth?.forget?.()
    return null
  },
  'threads.list': listThreads,
  async 'threads.rename'(store, id, title = null) {
    if (
      typeof title !== 'string' ||
      title.trim() === '' ||
      title.length > PAGE_TITLE_MAX_CHARACTERS
    )
      throw invalid(
        `threads.rename: expected a title of 1 to ${PAGE_TITLE_MAX_CHARACTERS} characters`,
      )
    await store.set(renameThreadAtom, await findThread(store, 'threads.rename', id), title.trim())
    return null
  },
  async 'threads.archive'(store, id) {
    await store.set(archiveThreadAtom, await findThread(store, 'threads.archive', id))
    return null
  },
  async 'threads.unarchive'(store, id) {
    await store.set(unarchiveThreadAtom, await findThread(store, 'threads.unarchive', id))
    return null
  },
  async 'threads.delete'(store, id) {
    const slot = await findThread(store, 'threads.delete', id)
    const item = itemsOf(store).find((other) => other.id === slot)!
    if (!(await askToDelete(store, item))) return false
    await store.set(deleteThreadAtom, slot)
    return true
  },
}

async function listThreads(store: Store, given: JsonValue = null): Promise<JsonValue> {
  const { archived = false, more = false } = isPlainObject(given) ? given : {}
  await loadList(store)
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

async function loadList(store: Store) {
  await store.set(awaitThreadAtom)
  if (store.get(threadListAtom).status !== 'ready') await store.set(loadThreadListAtom)
}

function itemsOf({ get }: Store): readonly ThreadListItem[] {
  const { regular, archived } = get(threadListAtom)
  return [...regular, ...archived]
}

/** The slot of a conversation in the list. @throws AlcoveError `not_found`. */
async function findThread(store: Store, command: string, given: unknown): Promise<string> {
  const id = readId(command, given)
  await loadList(store)
  const found = itemsOf(store).find((item) => item.remoteId === id || item.id === id)
  if (found) return found.id
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

/** @throws AlcoveError `call_unknown`, with the nearest name; or what the command says. */
export async function runPageCommand(store: Store, given: unknown): Promise<JsonValue> {
  if (!isGiven(given)) throw invalid('expected a command with its arguments')
  const { name, args } = given
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command(store, ...args)
  const nearest = nearestName(name, [...Object.keys(COMMANDS), ...OTHERS])
  throw new AlcoveError(
    'call_unknown',
    nearest === undefined ? name : `${name}; did you mean ${nearest}?`,
  )
}
