import type { Page } from '@playwright/test'

/** Annotation for the names of the reference that a test used. */
export const NAMES_ANNOTATION = 'names of the reference'

/** Kinds of names that {@link recordNames} records. */
type Kind = 'command' | 'event' | 'option' | 'attribute'

/**
 * Records the names of the reference that page and chat use: `command send`, `attribute data-accent`. Earlier
 * ones count once the bridge is connected, because before that the chat could not receive them.
 */
export async function recordNames(page: Page) {
  const said = new Set<string>()
  const crossed = new Set<string>()
  await page.exposeFunction('noteName', (kind: Kind | 'bridge', name: string) => {
    if (kind === 'bridge') for (const each of said) crossed.add(each)
    else if (kind === 'event') crossed.add(`event ${name}`)
    else said.add(`${kind} ${name}`)
  })
  await page.addInitScript(watchPage)
  return {
    read: (): readonly string[] => [...crossed].toSorted(),
  }
}

/** Runs in the page; self-contained. */
function watchPage(): void {
  if (window !== window.top) return
  const { noteName } = window as unknown as { noteName: (kind: string, name: string) => void }
  const noteOptions = (given: unknown, before = '') => {
    for (const [name, value] of Object.entries(Object(given) as object)) {
      noteName('option', before + name)
      if (typeof value === 'object' && !Array.isArray(value))
        noteOptions(value, `${before}${name}.`)
    }
  }
  const noteCommand = (name: string, [given]: readonly unknown[]) => {
    noteName('command', name)
    if (name === 'update' || name === 'boot') noteOptions(given)
  }
  const noteAttributes = () => {
    for (const { dataset } of document.querySelectorAll<HTMLScriptElement>(
      'script[src*="alcove.js"]',
    ))
      for (const name of Object.keys(dataset))
        noteName(
          'attribute',
          `data-${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        )
    for (const { attributes } of document.querySelectorAll('alcove-chat'))
      for (const { name } of attributes) noteName('attribute', `alcove-chat ${name}`)
  }
  const dispatch = EventTarget.prototype.dispatchEvent
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type.startsWith('alcove:')) {
      noteAttributes()
      noteName('event', event.type.slice('alcove:'.length))
      noteName('bridge', '')
    }
    return dispatch.call(this, event)
  }

  let given: unknown
  Object.defineProperty(window, 'Alcove', {
    configurable: true,
    enumerable: true,
    set(next: unknown) {
      given = next
    },
    get: () =>
      typeof given !== 'function'
        ? given
        : new Proxy(given, {
            apply(target, self, args: readonly unknown[]) {
              noteCommand(String(args[0]), args.slice(1))
              return Reflect.apply(target as () => unknown, self, args) as unknown
            },
            get(target, name) {
              const value: unknown = Reflect.get(target, name)
              if (name === 'state') noteName('command', 'state')
              if (typeof value !== 'function') return value
              return (...args: readonly unknown[]) => {
                noteCommand(String(name), args)
                return Reflect.apply(value, target, args) as unknown
              }
            },
          }),
  })
}
