import type { ChatOptions } from './chat-options.ts'
import { createChat } from './create-chat.ts'
import { importChecked } from './import-checked.ts'
import { ofDocument } from './own-document.ts'
import { createGlobal } from './queue.ts'
import type { AlcoveGlobal, AlcoveStub } from './queue.ts'

// The script tag's entry. Everything with a side effect at load time stands here.

declare global {
  interface Window {
    Alcove?: AlcoveGlobal | AlcoveStub
  }
}

/**
 * In the file of one version: what its second file must be, in the words of a tag's `integrity`. Elsewhere
 * empty.
 */
declare const ALCOVE_PANEL_INTEGRITY: string

function start() {
  // An element with that id is what the page finds there, too.
  const given = window.Alcove
  const present = typeof given === 'function' && given
  if (present && Object.hasOwn(present, 'open')) return console.warn('[Alcove] loaded twice')

  const chat = createChat(readTag(), (url) =>
    ALCOVE_PANEL_INTEGRITY
      ? importChecked(url, ALCOVE_PANEL_INTEGRITY)
      : import(/* @vite-ignore */ url),
  )
  const { destroy } = chat
  chat.destroy = () => {
    destroy()
    delete window.Alcove
  }
  window.Alcove = createGlobal(chat, present && present.q)
}

/** Without the tag, as in a module, nobody knows where the service is: then there is no address. */
function readTag(): ChatOptions {
  const script = ofDocument('currentScript') as HTMLScriptElement | null
  return script?.src
    ? // What somebody put on every object is no attribute.
      ({
        __proto__: null,
        ...script.dataset,
        baseUrl: new URL('.', script.src).href,
      } as ChatOptions)
    : {}
}

start()
