import { atom, type Atom } from 'jotai/vanilla'
import type { HostContext } from '../../shared/bridge/contract.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { changeSettingsAtom, NOT_SHARED_MAX, settingsAtom } from './settings.ts'

const hostContextBaseAtom = atom<HostContext>({})

/** What the host page adds to each message, whoever chats. */
export const hostContextAtom = atom((get) => get(hostContextBaseAtom))
export const setHostContextAtom = atom(null, (_get, set, context: HostContext) =>
  set(hostContextBaseAtom, context),
)

/** One thing that the page says, by a name that people read. */
export interface ContextField {
  readonly name: string
  readonly value: JsonValue
  /** The person lets it go out. */
  readonly isShared: boolean
}

export const contextFieldsAtom = atom((get): readonly ContextField[] => {
  const { notShared } = get(settingsAtom)
  return Object.entries(get(hostContextBaseAtom).data ?? {}).map(([name, value]) => ({
    name,
    value,
    isShared: !notShared.includes(name),
  }))
})

/** What of it goes out with a message now; `undefined`: nothing. */
export const sharedContextAtom = atom((get): JsonObject | undefined => {
  const shared = get(contextFieldsAtom).filter(({ isShared }) => isShared)
  return shared.length === 0
    ? undefined
    : Object.fromEntries(shared.map(({ name, value }) => [name, value]))
})

type Outgoing = Atom<JsonObject | undefined>

const outgoingBaseAtom = atom<Outgoing>(sharedContextAtom)
/** Puts something in the place of what goes out: it is made of what did until then. */
export const addToContextAtom = atom(null, (_get, set, add: (before: Outgoing) => Outgoing) =>
  set(outgoingBaseAtom, add),
)
/** What goes out with a message that is sent now. */
export const outgoingContextAtom = atom((get) => get(get(outgoingBaseAtom)))

/** The person lets a field go out, or not. What is switched off stays off, whatever the page says of it. */
export const shareFieldAtom = atom(null, (get, set, name: string, isShared: boolean) => {
  const others = get(settingsAtom).notShared.filter((other) => other !== name)
  const names = isShared ? others : [...others, name]
  set(changeSettingsAtom, { notShared: names.slice(-NOT_SHARED_MAX) })
})
