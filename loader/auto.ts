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

/** @param globals each chat of a page has one of its own. */
function start(globals: Record<string, AlcoveGlobal | undefined>) {
  const tag = readTag()
  const { global = 'Alcove' } = tag
  // What the snippet has put there, a chat, or an element with that id: the page finds that there, too.
  const given = globals[global] as Partial<AlcoveStub> | undefined
  if (Object.hasOwn(Object(given), 'run')) return console.warn('[Alcove] loaded twice')

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
  globals[global] = createGlobal(chat, given?.q)
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

start(window as never)
