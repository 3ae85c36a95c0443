import type { Store } from 'jotai/vanilla'
import type {
  FrameSetup,
  HostEvents,
  HostIdentity,
  OpenRequest,
  TokenQuestion,
} from '../../shared/bridge/contract.ts'
import { identifyAtom, panelAtom, setPanelAtom } from '../state/session.ts'
import { isRunningAtom } from '../state/thread.ts'

/** What the host page can be asked and told. */
export interface HostSide {
  getToken(question: TokenQuestion, signal: AbortSignal): Promise<string | null>
  tellState(state: HostEvents['state']): void
}

/** What the frame does when the host page asks; see `FrameMethods`. */
export interface FrameService {
  setOpen(request: OpenRequest): Promise<void>
  update(setup: FrameSetup): Promise<void>
}

export interface ServeHostOptions {
  readonly store: Store
  readonly host: HostSide
  /** Settles when the composer can be typed into. */
  readonly usable: Promise<void>
  /** Draws what the setup says of looks: scheme and safe areas. */
  readonly onLook: (setup: FrameSetup) => void
}

/** Host calls become actions of the store; what happens there is told to the host page. */
export function serveHost({ store, host, usable, onLook }: ServeHostOptions): FrameService {
  let epoch: number | undefined
  let unread = 0

  function tellState() {
    host.tellState({ isRunning: store.get(isRunningAtom), unread })
  }

  store.sub(isRunningAtom, () => {
    // An answer that ended behind a closed panel waits to be read.
    if (!store.get(isRunningAtom) && !store.get(panelAtom).isOpen) unread += 1
    tellState()
  })

  function identify(identity: HostIdentity): Promise<void> | undefined {
    if (identity.epoch === epoch) return undefined
    epoch = identity.epoch
    // The page will say who chats: until then nobody does.
    if (identity.epoch === 0 && identity.mode === 'token') return undefined
    return store.set(
      identifyAtom,
      identity.mode === 'anonymous'
        ? { epoch, mode: 'anonymous' }
        : {
            epoch,
            mode: 'token',
            getToken: ({ reason, previous, signal }) => host.getToken({ reason, previous }, signal),
          },
    )
  }

  return {
    async setOpen({ isOpen, userGesture }: OpenRequest) {
      await usable
      if (isOpen && unread > 0) {
        unread = 0
        tellState()
      }
      // The history may take its time: the composer is usable before it.
      void store.set(setPanelAtom, { isOpen, userGesture })
    },
    async update(setup: FrameSetup) {
      onLook(setup)
      await identify(setup.identity)
    },
  }
}
