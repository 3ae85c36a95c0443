import { atom } from 'jotai/vanilla'
import { lookAtom } from './look.ts'

/** A button or link of the owner's; `person`: the way to a human. A type, since it becomes JSON. */
export type OwnerPress = { readonly type: 'header' | 'person' }

const pressBaseAtom = atom<OwnerPress | null>(null)

/** The last press on a button or link of the owner's. Each press is another object. */
export const ownerPressAtom = atom((get) => get(pressBaseAtom))

/** Reports a press. */
export const pressOwnerActionAtom = atom(null, (_get, set, type: OwnerPress['type']) =>
  set(pressBaseAtom, { type }),
)

/** Address of a page that leads to a human; `undefined`: the page opens something itself, or there is none. */
export const personAddressAtom = atom((get) => {
  const { person } = get(lookAtom)
  return person === 'event' ? undefined : person
})
