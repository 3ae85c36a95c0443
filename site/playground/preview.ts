import { nest } from './option-values.ts'
import type { Start } from './start-options.ts'

// The page with the chat. The playground, on the same origin, passes the choices.

declare const ALCOVE_EVENTS: readonly string[]

type Alcove = (command: string, ...args: unknown[]) => Promise<unknown>

declare global {
  interface Window {
    /** Called by the playground. The choice is text, because objects of another window fail `instanceof` here. */
    showChoice?: (choice: string, takenBack: readonly string[]) => void
  }
}

/** Origin of the chat, from the page itself: no option can change it. */
const service = document.querySelector<HTMLMetaElement>('meta[name=alcove-origin]')!.content

/** The tag as in the playground's snippet. */
function addTag({ path, attributes }: Start): HTMLScriptElement {
  const script = document.createElement('script')
  script.async = true
  script.src = service + path
  for (const [name, text] of attributes) script.setAttribute(name, text)
  script.addEventListener('error', () => tell('error', { message: `${script.src} did not come` }))
  script.addEventListener('load', () => {
    const alcove = getAlcove()!
    for (const event of ALCOVE_EVENTS) {
      void alcove('on', event, (payload: unknown) => tell(event, payload))
    }
    void alcove('open').catch(() => {})
  })
  document.head.append(script)
  return script
}

const tell = (event: string, payload: unknown) =>
  window.parent.dispatchEvent(new CustomEvent('alcove-preview', { detail: { event, payload } }))

const getAlcove = () => window.Alcove as unknown as Alcove | undefined
let tag: HTMLScriptElement | undefined

window.showChoice = (choice, takenBack) => {
  const start = JSON.parse(choice) as Start
  document.querySelector<HTMLElement>('#place')!.hidden = !start.attributes.some(
    ([name, text]) => name === 'data-mode' && text === 'inline',
  )
  tag ??= addTag(start)
  const gone = Object.fromEntries(takenBack.map((path) => [path, undefined]))
  const update = () =>
    void getAlcove()?.('update', nest({ ...gone, ...start.live })).catch(() => {})
  if (getAlcove()) update()
  else tag.addEventListener('load', update)
}
tell('preview', undefined)
