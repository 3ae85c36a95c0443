import type { ChatOptions } from './chat-options.ts'
import { createElement, ofDocument } from './own-document.ts'

/** A script element that refers to this file. */
interface Tag {
  readonly script: HTMLScriptElement
  readonly address: string
  /** The browser does not run the element as it stands: an optimiser renamed its type or its `src`. */
  readonly isInert: boolean
}

/** Types that a browser runs. */
const LIVE_TYPE = /^(module|(text|application)\/(java|ecma)script)?$/i

/**
 * The options of this file's script tag, with the service's address; empty without a tag.
 *
 * Page optimisers run the file as a module, from a script of theirs, or from a copy of the tag without its
 * attributes. The document still has the tag then, perhaps with another type and its address in another
 * attribute. The address of a running Alcove script takes precedence. Tags of several services are ambiguous
 * and ignored.
 *
 * @param isTaken whether a chat already runs under this name, or under the default one.
 */
export function findTag(isTaken: (global?: string) => boolean): ChatOptions {
  const tags = [...ofDocument('querySelectorAll').call(document, 'script')].flatMap(readTag)
  const free = tags.filter(({ script }) => !isTaken(script.dataset['global']))
  const inert = free.filter(({ isInert }) => isInert)
  const current = ofDocument('currentScript') as HTMLScriptElement | null
  const [running] = readTag(current)
  if (running) {
    const hasOptions = Object.keys(running.script.dataset).length > 0
    const origin = inert.find(({ address }) => address === running.address)
    return readOptions(hasOptions ? running : (origin ?? running))
  }
  const found = inert[0] ?? free[0] ?? tags[0] ?? readRenamed(current)
  return found && tags.every((tag) => baseOf(tag, '/') === baseOf(found, '/'))
    ? readOptions(found)
    : {}
}

/** A page may serve the file under another name; such a tag is recognised by the attribute `data-app`. */
function readRenamed(script: HTMLScriptElement | null): Tag | undefined {
  if (!script?.src || script.dataset['app'] === undefined) return undefined
  return { script, address: script.src, isInert: false }
}

/** An array of at most one tag. */
function readTag(script: Element | null): Tag[] {
  for (const name of script ? ['src', ...script.getAttributeNames()] : []) {
    const href = script!.getAttribute(name) ?? ''
    // Resolved like a script's own address; text that is not an address has no path.
    const link = createElement('a', { href }) as HTMLAnchorElement
    if (!link.pathname.endsWith('/alcove.js')) continue
    const isInert = name !== 'src' || !LIVE_TYPE.test(script!.getAttribute('type') ?? '')
    return [{ script: script as HTMLScriptElement, address: link.href, isInert }]
  }
  return []
}

const baseOf = ({ address }: Tag, path: '.' | '/') => new URL(path, address).href

const readOptions = (tag: Tag) =>
  // Without a prototype: a property that another script added to `Object.prototype` is not an attribute.
  ({ __proto__: null, ...tag.script.dataset, baseUrl: baseOf(tag, '.') }) as ChatOptions
