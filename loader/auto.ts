import { createChat } from './create-chat.ts'
import { importChecked } from './import-checked.ts'
import { findTag } from './find-tag.ts'
import { createGlobal } from './queue.ts'
import type { AlcoveGlobal, AlcoveStub } from './queue.ts'

// The script tag's entry. Everything with a side effect at load time stands here.

declare global {
  interface Window {
    Alcove?: AlcoveGlobal | AlcoveStub
  }
}

/** The panel file's hash in the format of a tag's `integrity`. Set in the file of one version, empty elsewhere. */
declare const ALCOVE_PANEL_INTEGRITY: string

const DEFAULT_GLOBAL = 'Alcove'
const TWICE = 'only the first tag counts. Another chat needs data-global.'

/** @param globals each chat of a page has its own name in it. */
function start(globals: Record<string, AlcoveGlobal | undefined>) {
  const isTaken = (global = DEFAULT_GLOBAL) => Object.hasOwn(Object(globals[global]), 'run')
  const tag = findTag(isTaken)
  const { global = DEFAULT_GLOBAL } = tag
  const text = JSON.stringify(tag)
  const isTwin = () => globals[global]?.tag === text
  // Routers that replace the body run its scripts again on each visit: the same tag is no mistake.
  if (isTaken(global)) return isTwin() || console.warn(`[Alcove] loaded twice: ${TWICE}`)
  // The snippet's stub. An element of the page with that id is found here as well.
  const given = globals[global] as Partial<AlcoveStub> | undefined

  // Limit: PANEL_TIMEOUT_MS, in the controller: "a second file that hangs is given up after its limit". No limit for
  // the file of the developer's own machine, for which nothing waits.
  const chat = createChat(tag, (url) =>
    ALCOVE_PANEL_INTEGRITY
      ? importChecked(url, ALCOVE_PANEL_INTEGRITY)
      : import(/* @vite-ignore */ url),
  )
  const { destroy } = chat
  chat.destroy = () => {
    destroy()
    delete globals[global]
  }
  globals[global] = createGlobal(Object.assign(chat, { tag: text }), given?.q)
}

// Partytown runs scripts in a worker, which has no page.
if ('WorkerGlobalScope' in globalThis)
  console.error('[Alcove] alcove.js runs in a worker. Load it on the page: <script src>, no type.')
else start(window as never)
