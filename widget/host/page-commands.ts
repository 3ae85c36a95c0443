import type { Store } from 'jotai/vanilla'
import type { PageCommand } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonValue } from '../../shared/json.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { canStopAtom, draftAtom, stopAtom } from '../composer/atoms/composer.ts'
import { userTextMaxAtom } from '../state/server-facts.ts'
import { awaitThreadAtom } from '../state/session.ts'
import { showNewThreadAtom, switchThreadAtom } from '../thread-list/atoms/shown-list.ts'

export { tellPage } from './tell-page.ts'

/** What a page put into the composer last, in the store of a frame; whoever typed on has words of their own. */
const put = new WeakMap<Store, string>()

/** By name, without those that the page's own side does. Nothing here reads what was said, or takes the focus. */
const COMMANDS: Readonly<
  Record<string, (store: Store, ...args: readonly JsonValue[]) => Promise<JsonValue>>
> = {
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
  async newThread(store) {
    await store.set(awaitThreadAtom)
    await store.set(showNewThreadAtom)
    return null
  },
  async openThread(store, id) {
    if (typeof id !== 'string' || id === '') {
      throw invalid('openThread: expected the id of a conversation')
    }
    await store.set(awaitThreadAtom)
    await store.set(switchThreadAtom, id)
    return null
  },
  async stop(store) {
    const canStop = store.get(canStopAtom)
    if (canStop) store.set(stopAtom)
    return canStop
  },
}
/** Done by the page's own side. */
const OTHERS = [
  'open',
  'close',
  'toggle',
  'update',
  'setTheme',
  'show',
  'hide',
  'notify',
  'identify',
  'tool',
  'context',
  'on',
  'destroy',
]

const invalid = (message: string) => new AlcoveError('invalid_request', message)

const isPageCommand = (value: unknown): value is PageCommand =>
  isPlainObject(value) &&
  typeof value['name'] === 'string' &&
  Array.isArray(value['args']) &&
  value['args'].every((arg) => isJsonValue(arg))

/** @throws AlcoveError `call_unknown`, with the nearest name; or what the command says. */
export async function runPageCommand(store: Store, given: unknown): Promise<JsonValue> {
  if (!isPageCommand(given)) throw invalid('expected a command with its arguments')
  const { name, args } = given
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (command) return command(store, ...args)
  const nearest = nearestName(name, [...Object.keys(COMMANDS), ...OTHERS])
  throw new AlcoveError(
    'call_unknown',
    nearest === undefined ? name : `${name}; did you mean ${nearest}?`,
  )
}
