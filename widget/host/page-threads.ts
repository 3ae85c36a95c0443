import type { Store } from 'jotai/vanilla'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import { awaitThreadAtom } from '../thread-list/atoms/opening.ts'
import { askToDelete } from '../thread-list/atoms/page-question.ts'
import {
  loadMoreThreadsAtom,
  loadThreadListAtom,
  pageThreadActions,
  threadListAtom,
} from '../thread-list/atoms/shown-list.ts'
import type { ThreadListItem } from '../thread-list/atoms/thread-list-item.ts'
import { invalid, readId, type Command, type PageCall } from './page-call.ts'

/** Maximum length of a title that the page gives a conversation. */
export const PAGE_TITLE_MAX_CHARACTERS = 255

/** Commands for the list of conversations; see `ChatThreads`. */
export const THREAD_COMMANDS: Readonly<Record<string, Command>> = {
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
    await store.set(pageThreadActions.rename, item.id, title.trim())
    return null
  },
  async 'threads.archive'(store, call, id) {
    const item = await findThread(store, call, 'threads.archive', id)
    await store.set(pageThreadActions.archive, item.id)
    return null
  },
  async 'threads.unarchive'(store, call, id) {
    const item = await findThread(store, call, 'threads.unarchive', id)
    await store.set(pageThreadActions.unarchive, item.id)
    return null
  },
  async 'threads.delete'(store, call, id) {
    const item = await findThread(store, call, 'threads.delete', id)
    if (!(await call.within(askToDelete(store, item, call.ending())))) return false
    await store.set(pageThreadActions.delete, item.id)
    return true
  },
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
    // Without titles, which are text of the conversation; a page that may read gets them as events.
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
