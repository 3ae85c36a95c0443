import { atom } from 'jotai/vanilla'
import { transition, type NamingEffect, type NamingEvent, type NamingState } from './naming.ts'

const namingBaseAtom = atom<NamingState>({ type: 'settled' })
const waitersAtom = atom(() => new Set<() => void>())

/** Whether the page has named a person whom the server has not confirmed. */
export const namingAtom = atom((get) => get(namingBaseAtom))
/** Nothing is sent meanwhile. */
export const isPersonComingAtom = atom((get) => isComing(get(namingBaseAtom)))
/** The credentials that the page gave last were refused. */
export const isPersonRefusedAtom = atom((get) => get(namingBaseAtom).type === 'refused')
/** The conversation may be that of a person who is gone, and is not shown. */
export const isCoveredAtom = atom((get) => /^(covered|refused)$/.test(get(namingBaseAtom).type))

const isComing = ({ type }: NamingState): boolean => type === 'asking' || type === 'covered'

/** Takes an event, and returns what is to be done. */
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

/** Waits until the server has said who chats, or has refused to. */
export const awaitPersonAtom = atom(null, async (get): Promise<void> => {
  if (!get(isPersonComingAtom)) return
  // No limit: the table in `naming.ts` ends it.
  const { promise, resolve } = Promise.withResolvers<void>()
  get(waitersAtom).add(resolve)
  await promise
})
