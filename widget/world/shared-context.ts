import { atom, type Atom } from 'jotai/vanilla'
import type { HostContext } from '../../shared/bridge/host-context.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { changeSettingsAtom, NOT_SHARED_MAX, settingsAtom } from './settings.ts'

const hostContextBaseAtom = atom<HostContext>({})

/** Context that the host page adds to each message, independent of the person. */
export const hostContextAtom = atom((get) => get(hostContextBaseAtom))
export const setHostContextAtom = atom(null, (_get, set, context: HostContext) =>
  set(hostContextBaseAtom, context),
)

/** A field of the page's context, with a name for people. */
export interface ContextField {
  readonly name: string
  readonly value: JsonValue
  /** True if the person lets it be sent. */
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

/** The fields that are sent with a message now; `undefined`: none. */
export const sharedContextAtom = atom((get): JsonObject | undefined => {
  const shared = get(contextFieldsAtom).filter(({ isShared }) => isShared)
  return shared.length === 0
    ? undefined
    : Object.fromEntries(shared.map(({ name, value }) => [name, value]))
})

type Outgoing = Atom<JsonObject | undefined>

const outgoingBaseAtom = atom<Outgoing>(sharedContextAtom)
/** Extends the sent context by a function of the current one. */
export const addToContextAtom = atom(null, (_get, set, add: (before: Outgoing) => Outgoing) =>
  set(outgoingBaseAtom, add),
)
/** The context sent with the next message. */
export const outgoingContextAtom = atom((get) => get(get(outgoingBaseAtom)))

/** Sets whether a field is sent. A field that is switched off stays off, also if the page changes it. */
export const shareFieldAtom = atom(null, (get, set, name: string, isShared: boolean) => {
  const others = get(settingsAtom).notShared.filter((other) => other !== name)
  const names = isShared ? others : [...others, name]
  set(changeSettingsAtom, { notShared: names.slice(-NOT_SHARED_MAX) })
})
