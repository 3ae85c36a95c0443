import { Provider } from 'jotai/react'
import { createStore, type Store } from 'jotai/vanilla'
import { useSyncExternalStore, type RefObject } from 'react'
import { Composer } from '../composer/composer.tsx'
import { AnnouncerScope } from '../ui/announcer.tsx'
import type { Announcer } from '../ui/create-announcer.ts'
import { RedrawBoundary } from '../ui/redraw-boundary.tsx'
import { provideDepsAtom, type ChatDeps } from '../world/chat-deps.ts'
import { TextsProvider } from './texts-provider.tsx'

export interface ComposerRootProps {
  store: Store
  /** Speaks for the composer. `null`: it is silent. */
  announcer: Announcer | null
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

const blankStore: { current: Store | null } = { current: null }
const never = () => () => {}

/**
 * The composer with all that surrounds it. Its first drawing is the one of the build, from an empty store, so that
 * React keeps the elements of the document. The second has the texts and the state of this chat.
 */
export function ComposerRoot({ store, announcer, fieldRef }: ComposerRootProps) {
  const isTaken = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  return (
    <Provider store={isTaken ? store : (blankStore.current ??= createBlankStore())}>
      <TextsProvider>
        <RedrawBoundary>
          <AnnouncerScope announcer={announcer}>
            <Composer fieldRef={fieldRef} isTaken={isTaken} />
          </AnnouncerScope>
        </RedrawBoundary>
      </TextsProvider>
    </Provider>
  )
}

/** A store for a drawing without a person, a server or a browser. */
export function createBlankStore(): Store {
  const store = createStore()
  const refuse = (): never => {
    throw new Error('The first drawing asks for nothing.')
  }
  const deps: ChatDeps = {
    base: '',
    fetch: refuse,
    clock: { now: () => 0, uptime: () => 0, after: refuse },
    random: () => 0,
    openStorage: refuse,
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    connection: { isOnline: () => true, subscribe: () => () => {} },
    report: refuse,
  }
  store.set(provideDepsAtom, deps)
  return store
}
