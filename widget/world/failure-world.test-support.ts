import { vi } from 'vitest'
import { tokenFor } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { depsAtom, provideDepsAtom, type ChatDeps } from './chat-deps.ts'
import { addStoredThread, createChatWorld, type ChatWorld } from './chat-world.test-support.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { identifyAtom } from './identify.ts'

/** Cause of a failure, and the event that then disproves it. */
export interface FailureScene {
  open(): Promise<ChatWorld>
  raise(world: ChatWorld): Promise<void> | void
  disprove(world: ChatWorld): Promise<void> | void
  /** Default: it is among the store's failures. */
  isStanding?(world: ChatWorld): boolean
}

/** Sends the text. Pending answers are completed. */
export async function sendText(world: ChatWorld, text: string): Promise<void> {
  world.store.set(draftAtom, text)
  void world.store.set(sendDraftAtom)
  await finishAnswers(world)
}

/** Waits, also for parts that a real frame loads on first use. */
export async function pause() {
  await settle()
  await vi.dynamicImportSettled()
  await settle()
}

export async function finishAnswers({ answers }: ChatWorld): Promise<void> {
  await pause()
  const id = answers.length
  const chunks = [start(`a_${id}`, `q_${id}`, 'thread_9'), ...words('Yes'), FINISH]
  await answers.at(-1)?.send(...chunks)
  await pause()
}

export async function openPanel(world: ChatWorld): Promise<ChatWorld> {
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  await settle()
  return world
}

/** Opens a stored thread of a user whom the page named. */
export async function openNamed(change: Partial<ChatDeps> = {}): Promise<ChatWorld> {
  const world = createChatWorld()
  const { store, clock } = world
  addStoredThread(world)
  store.set(provideDepsAtom, { ...store.get(depsAtom)!, ...change })
  await store.set(identifyAtom, { mode: 'token', epoch: 1, getToken: () => tokenFor(clock.now()) })
  return openPanel(world)
}

export async function openVisitor(change: Partial<ChatDeps> = {}): Promise<ChatWorld> {
  const world = createChatWorld()
  const { store } = world
  store.set(provideDepsAtom, { ...store.get(depsAtom)!, ...change })
  await store.set(identifyAtom, { mode: 'anonymous', epoch: 0 })
  return openPanel(world)
}
