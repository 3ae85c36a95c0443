import { atom, type Store } from 'jotai/vanilla'
import { identityAtom } from './identity.ts'

/** A link of the conversation to a page of the host's site, which may act when it is opened. */
export interface LinkQuestion {
  readonly url: string
  readonly answer: (isAgreed: boolean) => void
}

const questionBaseAtom = atom<LinkQuestion | null>(null)
/** The open question. */
export const linkQuestionAtom = atom((get) => get(questionBaseAtom))

/** Asks the person whether the page may open an address. Another question or another person declines it. */
export async function askToOpenLink({ get, set, sub }: Store, url: string): Promise<boolean> {
  get(questionBaseAtom)?.answer(false)
  // No limit: a person answers; another question or another person ends it.
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const stop = sub(identityAtom, () => resolve(false))
  set(questionBaseAtom, { url, answer: resolve })
  const isAgreed = await promise
  stop()
  if (get(questionBaseAtom)?.answer === resolve) set(questionBaseAtom, null)
  return isAgreed
}
