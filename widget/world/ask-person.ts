import { atom } from 'jotai/vanilla'
import { AlcoveError, deserializeError } from '../../shared/errors.ts'
import { isSignedOut } from '../api/host-auth.ts'
import { createBackoff, isPassingFailure, NO_WAKE } from '../api/backoff.ts'
import { depsOf } from './chat-deps.ts'
import { currentAuthErrorAtom, disproveAtom, reportFailureAtom } from './failures.ts'
import { identityAtom, isHostUser, setIdentityAtom, type Identity } from './identity.ts'
import { leavePersonAtom } from './leave-person.ts'
import { COVER_DELAY_MS, type NamingEffect, type NamingEvent, type NamingState } from './naming.ts'
import { namingAtom, stepNamingAtom } from './person-naming.ts'
import { noteIdentifiedAtom } from './identified.ts'
import { personAsked, personCame } from './person-events.ts'

// Performs the effects of the table in naming.ts.

const coverAtom = atom(() => ({ cancel: () => {} }))
/** The credentials that the server is asked about; `null` if there are none. */
export const askedOf = (naming: NamingState): Identity | null =>
  naming.type === 'settled' ? null : naming.asked

/** Takes an event of the naming, and performs the effects. */
export const performAtom = atom(null, async (get, set, event: NamingEvent): Promise<void> => {
  const asked = askedOf(get(namingAtom))
  const effects = set(stepNamingAtom, event)
  const isTaken = event.type === 'same' || event.type === 'other'
  if (asked && !isTaken && askedOf(get(namingAtom)) !== asked) {
    asked.closing.abort(new AlcoveError('destroyed', 'Somebody else is chatting now.'))
  }
  if (get(namingAtom).type !== 'asking') get(coverAtom).cancel()
  for (const effect of effects) await set(performEffectAtom, effect, asked)
})

const performEffectAtom = atom(
  null,
  async (get, set, effect: NamingEffect, asked: Identity | null): Promise<void> => {
    switch (effect) {
      case 'hold':
        return set(holdAtom)
      case 'ask the server':
        return set(askAtom)
      case 'go on':
        get(identityAtom)?.auth?.release(asked?.auth ?? undefined)
        return set(disproveAtom, 'history loaded')
      case 'replace the person':
        return asked ? set(replaceAtom, asked) : undefined
      case 'give up':
        return undefined
      default:
        return effect satisfies never
    }
  },
)

const holdAtom = atom(null, (get, set) => {
  const identity = get(identityAtom)
  identity?.auth?.hold()
  // A visitor keeps all typed text, and so does a person whom the server never confirmed.
  if (isHostUser(identity) && identity?.auth?.isProven()) void set(personAsked.notifyAtom)
  const cover = () => void set(performAtom, { type: 'slow' })
  get(coverAtom).cancel = depsOf(get).clock.after(COVER_DELAY_MS, cover)
})

/** Asks the server. Resolves with its answer, or at once without a network: then the answer comes later. */
// No limit: each call has CALL_TIMEOUT_MS, and the first one that fails settles it.
const askAtom = atom(null, (get, set): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const asked = askedOf(get(namingAtom))
  set(disproveAtom, 'token asked for')
  if (asked) set(askUntilAnsweredAtom, asked, resolve).then(resolve, reject)
  return promise
})

const askUntilAnsweredAtom = atom(
  null,
  async (get, set, asked: Identity, onWait: () => void): Promise<void> => {
    const { clock, random, wake = NO_WAKE } = depsOf(get)
    const { signal } = asked.closing
    const backoff = createBackoff({ clock, random, wake })
    const hasNext = async () => {
      onWait()
      return backoff.next(signal).catch(() => false)
    }
    try {
      for (;;) {
        const call = asked.cloud.lastThread(signal)
        const error = await call.then(
          () => null,
          (reason: unknown) => ({ reason }),
        )
        if (askedOf(get(namingAtom)) !== asked) return
        if (!error) return await set(noteAnswerAtom, asked)
        // The page has signed out, so the former person's data goes.
        if (isSignedOut(error.reason)) return await set(performAtom, { type: 'other' })
        if (isPassingFailure(error.reason) && (await hasNext())) continue
        if (askedOf(get(namingAtom)) === asked) await set(refuseAtom, error.reason)
        return
      }
    } finally {
      backoff.stop()
    }
  },
)

const noteAnswerAtom = atom(null, (get, set, asked: Identity) => {
  const former = get(identityAtom)
  const owner = former?.auth?.owner() ?? null
  const isSame = owner !== null && former?.mode === asked.mode && owner === asked.auth?.owner()
  return set(performAtom, { type: isSame ? 'same' : 'other' })
})

const refuseAtom = atom(null, async (get, set, error: unknown) => {
  await set(performAtom, { type: 'refused' })
  set(reportFailureAtom, { during: 'history', error, isHostUser: true })
  const refusal = get(currentAuthErrorAtom)
  if (refusal) throw deserializeError(refusal)
})

const replaceAtom = atom(null, (_get, set, identity: Identity) => {
  set(leavePersonAtom, { isReplaced: true })
  return set(beginAtom, identity)
})

/** Starts the chat for a person. */
export const beginAtom = atom(null, async (get, set, identity: Identity) => {
  set(setIdentityAtom, identity)
  set(noteIdentifiedAtom)
  await set(personCame.notifyAtom, identity)
  const error = get(identityAtom) === identity ? get(currentAuthErrorAtom) : null
  if (error) throw deserializeError(error)
})
