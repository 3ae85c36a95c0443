import type { Store } from 'jotai/vanilla'
import type {
  FrameSetup,
  HostEvents,
  HostIdentity,
  HumanQuestion,
  MergeWish,
  OpenRequest,
  TokenQuestion,
  TokenRequest,
} from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { later } from '../../shared/later.ts'
import type { JsonValue } from '../../shared/json.ts'
import { noteOwnSite } from '../../shared/own-site.ts'
import { awaitToolsAtom } from '../conversation/atoms/tools.ts'
import { identityAtom } from '../world/identity.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { setWantsContentAtom } from '../world/server-facts.ts'
import { setHostContextAtom } from '../world/shared-context.ts'
import type { LinkSide } from './link-side.ts'
import { createStateReporter } from './state-reporter.ts'
import { createPageTools } from './page-tools.ts'
import type { ToolSide } from './tool-side.ts'
import { announceIdentityAtom, identifyAtom, signOutAtom } from '../world/identify.ts'
import { awaitPersonAtom } from '../world/person-naming.ts'

/** Calls and events to the host page. */
export interface HostSide extends ToolSide, LinkSide {
  getToken(question: TokenQuestion, signal: AbortSignal): Promise<string | null>
  /** The page's proof for a new visitor; `null`: none. */
  getVisitorProof(signal: AbortSignal): Promise<string | null>
  sendState(state: HostEvents['state']): void
  sendEvent(event: HostEvents['event']): void
  sendError(error: HostEvents['error']): void
}

/** Calls from the host page; see `FrameMethods`. */
export interface FrameService {
  setOpen(request: OpenRequest): Promise<void>
  update(setup: FrameSetup): Promise<void>
  askHuman(question: HumanQuestion): Promise<JsonValue>
  /** A running tool of the page reports its progress. */
  noteProgress(told: unknown): void
  /** The signal aborts when the page stops waiting. */
  run(command: unknown, signal: AbortSignal): Promise<JsonValue>
}

export interface ServeHostOptions {
  readonly store: Store
  readonly host: HostSide
  /** Settles when the composer can be used. */
  readonly usable: Promise<void>
  /** Applies the setup's look: scheme, safe areas, and the owner's settings. */
  readonly onLook: (setup: FrameSetup) => Promise<void>
  /** Sets the page's language. Settles when it is applied, or takes too long to wait for. */
  readonly onLocale: (locale: string | undefined) => Promise<void>
}

const loadPageSide = later(() => import('./page-commands.ts'))

/** Turns the host's calls into actions of the store, and reports changes of the store to the host page. */
export function serveHost({
  store,
  host,
  usable,
  onLook,
  onLocale,
}: ServeHostOptions): FrameService {
  const tools = createPageTools(store, host)
  const news = createStateReporter(store, host, tools.abort)
  let epoch: number | undefined
  /** `coming`: the page is about to name a user. */
  let lastState: 'nobody' | 'coming' | 'known' | undefined
  let speaking: Promise<void> | undefined
  let hasVisitorProof = false
  void usable.then(async () => {
    const { followPresses, emitPageEvents, reportStorage } = await loadPageSide()
    emitPageEvents(store, host.sendEvent)
    reportStorage(store, host.sendError)
    followPresses(store, host)
  })

  /** Requests a token for one user only: a later user must not get the result. */
  async function getToken(own: number, { signal, ...question }: TokenRequest) {
    refuseOthers(own)
    const token = await host.getToken({ ...question, epoch: own }, signal)
    // A page of an older version answers with the token of its current user.
    refuseOthers(own)
    return token
  }

  async function askPage(signal: AbortSignal): Promise<string | null> {
    return hasVisitorProof ? host.getVisitorProof(signal) : null
  }

  function refuseOthers(own: number) {
    if (own !== epoch) throw new AlcoveError('auth_failed', 'The user has changed.')
  }

  function identify(identity: HostIdentity): Promise<void> | undefined {
    const isNobodyNow = 'isNobody' in identity && identity.isNobody === true
    const isComing = isNobodyNow && 'isComing' in identity && identity.isComing === true
    const said = isComing ? 'coming' : isNobodyNow ? 'nobody' : 'known'
    if (identity.epoch === epoch && lastState === said) return undefined
    epoch = identity.epoch
    lastState = said
    const identified = apply(identity, said)
    news.look()
    return identified
  }

  function apply(identity: HostIdentity, said: typeof lastState): Promise<void> | undefined {
    const { merge = 'ask' } = identity
    if (identity.mode === 'anonymous') {
      return named(store.set(identifyAtom, { ...identity, askPage }), merge)
    }
    if (identity.mode !== 'token') return named(store.set(identifyAtom, identity), merge)
    const { epoch: own, mode } = identity
    // The page will name the user; until then there is none.
    if (own === 0) return undefined
    if (said !== 'known') {
      store.set(said === 'coming' ? announceIdentityAtom : signOutAtom, own)
      return undefined
    }
    const request = { epoch: own, mode, getToken: (asked: TokenRequest) => getToken(own, asked) }
    return named(store.set(identifyAtom, request), merge)
  }

  /** Visitors may keep their conversations when they are named. */
  function named(identified: Promise<void>, merge: MergeWish): Promise<void> {
    const own = epoch
    void identified
      .then(async () => {
        const { mergeVisitor } = await loadPageSide()
        // Without a network the user is named later.
        await store.set(awaitPersonAtom)
        if (own === epoch) await mergeVisitor(store, merge, store.get(identityAtom))
      })
      .catch(() => {})
    return identified
  }

  return {
    async setOpen({ isOpen, userGesture }: OpenRequest) {
      await usable
      await speaking
      await store.set(awaitToolsAtom)
      if (isOpen) news.read()
      // The history may take long: the composer is usable before it is loaded.
      void store.set(setPanelAtom, { isOpen, userGesture })
    },
    async update(setup: FrameSetup) {
      const looking = onLook(setup)
      speaking = onLocale(setup.locale)
      store.set(setWantsContentAtom, setup.wantsContent === true)
      hasVisitorProof = setup.hasVisitorProof === true
      noteOwnSite(document.documentElement, setup.linksTo)
      // Absent while the page's side is not loaded: the last value stays.
      if (setup.context) store.set(setHostContextAtom, setup.context)
      const isFirst = epoch === undefined
      const declaring = tools.declare(setup.tools)
      if (isFirst && setup.isAnswering) void news.seek()
      await Promise.all([identify(setup.identity), declaring, looking])
    },
    askHuman: tools.askHuman,
    noteProgress: tools.noteProgress,
    async run(command, signal) {
      const { runPageCommand } = await loadPageSide()
      return runPageCommand(store, command, signal)
    },
  }
}
