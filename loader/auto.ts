import { createChat } from './create-chat.ts'
import { createGlobal } from './queue.ts'
import type { AlcoveGlobal, QueuedCall } from './queue.ts'

// The script tag's entry. Everything with a side effect at load time stands here.

declare global {
  interface Window {
    Alcove?: AlcoveGlobal | { readonly q?: QueuedCall[] }
  }
}

function start() {
  const present = window.Alcove
  if (present && 'open' in present) return console.warn('[Alcove] is already on this page')

  const script = document.currentScript as HTMLScriptElement
  const chat = createChat({ ...script.dataset, baseUrl: new URL('.', script.src).href })
  const destroy = () => {
    chat.destroy()
    delete window.Alcove
  }
  window.Alcove = createGlobal({ ...chat, destroy }, present?.q)
}

start()
