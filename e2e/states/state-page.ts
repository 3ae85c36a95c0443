import { isRefused, type ScreenState } from './screen-state.ts'
import type { StateWords } from './state-words.ts'

export interface StatePageOptions {
  /** Token of the state's user. */
  readonly token: string
  readonly words: StateWords
  /** Opened by an address: the page opens the chat, writes the question, and shows the remaining steps. */
  readonly isLive: boolean
}

const STUB = `!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")`

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; background: light-dark(#e9e8e3, #1d1d1b); color: light-dark(#222, #ddd) }
  main { padding: 24px 40px; max-width: 40rem }`

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A shop's page with the chat, for one user in one state. */
export function drawStatePage(
  { number, name, view, scene }: ScreenState,
  { token, words, isLive }: StatePageOptions,
): string {
  if (isRefused(scene)) return ''
  const question = scene.asks?.(words, '').question
  const prefill = question === undefined ? {} : { prefill: question }
  const open = isLive && !scene.isClosed ? `Alcove('open', ${JSON.stringify(prefill)})` : ''
  const steps = [
    ...(isLive && question !== undefined ? ['Send the question.'] : []),
    ...(isLive && scene.byHand !== undefined ? [scene.byHand] : []),
  ]
  const title = `${number} ${name}${view === undefined ? '' : `: ${view}`}`
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:,">
<style>${STYLE}</style></head>
<body>
<main><h1>${isLive ? escape(title) : 'A shop'}</h1>
<p>${isLive ? escape(steps.join(' ')) : 'Boots, tents and whatever keeps you dry.'}</p>
${scene.body ?? ''}</main>
<script>${STUB}</script>
<script async src="{{ALCOVE_ORIGIN}}/alcove.js" ${scene.attributes ?? ''} data-app="default" data-auth="token"></script>
<script>Alcove('identify', { getToken: () => '${token}' });${open}</script>
</body>
</html>`
}
