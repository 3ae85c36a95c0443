import { atom } from 'jotai/vanilla'
import { depsOf } from './chat-deps.ts'

const connectionChangesAtom = atom(0)

const watchConnectionAtom = atom(
  (get) => get(connectionChangesAtom),
  (get, set) => {
    const recount = () => set(connectionChangesAtom, (count) => count + 1)
    recount()
    return depsOf(get).connection.subscribe(recount)
  },
)
watchConnectionAtom.onMount = (watch) => watch()

/** The browser's report on its network. */
export const connectionAtom = atom((get) => {
  get(watchConnectionAtom)
  return depsOf(get).connection.isOnline() ? ('online' as const) : ('offline' as const)
})
