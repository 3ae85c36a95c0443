import { atom } from 'jotai/vanilla'
import { transition, type NamingEffect, type NamingEvent, type NamingState } from './naming.ts'

const namingBaseAtom = atom<NamingState>({ type: 'settled' })
const waitersAtom = atom(() => new Set<() => void>())

/** State of the naming: see {@link NamingState}. */
export const namingAtom = atom((get) => get(namingBaseAtom))
/** True while nothing is sent, because the server is asked about the person. */
export const isPersonComingAtom = atom((get) => isComing(get(namingBaseAtom)))
/** True if the latest credentials of the page were refused. */
export const isPersonRefusedAtom = atom((get) => get(namingBaseAtom).type === 'refused')
/** True if the conversation is hidden, because its owner may be gone. */
export const isCoveredAtom = atom((get) => /^(covered|refused)$/.test(get(namingBaseAtom).type))

const isComing = ({ type }: NamingState): boolean => type === 'asking' || type === 'covered'

/** Applies an event and returns the effects to perform. */
export const stepNamingAtom = atom(
  null,
  (get, set, event: NamingEvent): readonly NamingEffect[] => {
    const [next, effects] = transition(get(namingBaseAtom), event)
    set(namingBaseAtom, next)
    if (!isComing(next)) {
      const waiters = get(waitersAtom)
      for (const resolve of waiters) resolve()
      waiters.clear()
    }
    return effects
  },
)

/** Waits until the server has named the person, or refused to. */
export const awaitPersonAtom = atom(null, async (get): Promise<void> => {
  if (!get(isPersonComingAtom)) return
  // No limit: the table in `naming.ts` ends it.
  const { promise, resolve } = Promise.withResolvers<void>()
  get(waitersAtom).add(resolve)
  await promise
})
