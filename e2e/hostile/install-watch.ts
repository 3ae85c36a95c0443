/** Settings for the page side of the watch, which cannot see this module. */
export interface WatchSettings {
  /** Prefix of each line that it writes to the console. */
  readonly marker: string
  /** Allowed elements of the whole frame. */
  readonly frameElements: readonly string[]
  /** Allowed elements of an answer's text. */
  readonly answerElements: readonly string[]
  /** Allowed attributes of an answer's text, besides `aria-…` and `data-…`. */
  readonly answerAttributes: readonly string[]
  /** Elements that are allowed only in `math`. */
  readonly mathElements: readonly string[]
}

/** Lets tests check everything below an element. */
export interface PageAudit {
  hostileAudit(root: Element): string[]
}

/**
 * Runs in each document before anything else. Reports each access to `__pwn`, each violation of the policy,
 * and every element and attribute that a text must not create, however briefly it exists.
 */
export function installWatch(settings: WatchSettings): void {
  const { marker } = settings
  const frameElements = new Set(settings.frameElements)
  const answerElements = new Set(settings.answerElements)
  const answerAttributes = new Set(settings.answerAttributes)
  const mathElements = new Set(settings.mathElements)
  const linkProtocols = new Set(['http:', 'https:', 'mailto:', 'tel:'])
  const loads = ['src', 'srcset', 'poster', 'background', 'data', 'xlink:href', 'code', 'lowsrc']
  const acts = ['action', 'formaction', 'ping', 'srcdoc', 'http-equiv', 'manifest', 'is', 'slot']
  const report = (finding: string) => console.debug(marker, finding)

  Object.defineProperty(globalThis, '__pwn', {
    get: () => {
      report(`executed: __pwn was read in ${location.href}`)
      return () => undefined
    },
    set: () => {
      report(`executed: __pwn was set in ${location.href}`)
    },
  })
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI, sample }) =>
      report(`policy: ${effectiveDirective} stopped ${blockedURI} ${sample}`),
    true,
  )

  const isOwn = (address: string): boolean =>
    new URL(address, location.href).origin === location.origin
  const isLocal = (address: string): boolean => /^(blob:|data:image\/(?!svg))/i.test(address)

  function isLinkFine(element: Element, href: string): boolean {
    if (href.startsWith('#')) return /^#[\w:«»-]+$/.test(href)
    if (!URL.canParse(href)) return false
    const isFile = element.classList.contains('file-chip') && /^(blob|data):/i.test(href)
    if (isFile) return !/^data:(text\/html|image\/svg)/i.test(href)
    const names = (element.getAttribute('rel') ?? '').split(' ')
    const isApart = names.includes('noopener') && names.includes('noreferrer')
    const leaves = element.getAttribute('target') === '_blank'
    return linkProtocols.has(new URL(href).protocol) && isApart && leaves
  }

  function isLoadFine(element: Element, name: string, value: string): boolean {
    if (name !== 'src') return false
    if (element.localName === 'img') return isLocal(value) || isOwn(value)
    const isOfDocument = [document.head, document.body].includes(element.parentElement!)
    return element.localName === 'script' && isOfDocument && isOwn(value)
  }

  function isHrefFine(element: Element, value: string): boolean {
    if (element.localName === 'a') return isLinkFine(element, value)
    const isOurs = element.parentElement === document.head && (isOwn(value) || value === 'data:,')
    return element.localName === 'link' && isOurs
  }

  function* lookAtAttribute(element: Element, name: string, isWords: boolean) {
    const value = element.getAttribute(name) ?? ''
    if (name.startsWith('on')) yield 'a handler'
    if (acts.includes(name)) yield 'an attribute that acts'
    if (loads.includes(name) && !isLoadFine(element, name, value)) yield 'an attribute that loads'
    if (name === 'href' && !isHrefFine(element, value)) yield 'a link elsewhere'
    if (name === 'style' && /url\(|image\(|@import|expression/i.test(value)) {
      yield 'a style that loads'
    }
    if (!isWords) return
    if (name === 'style' && /position|z-index/i.test(value)) yield 'a style that covers'
    const isMath = element.closest('math') !== null
    const isKnown = answerAttributes.has(name) || /^(aria|data)-/.test(name)
    if (!isKnown && !(isMath && name !== 'id')) yield 'an attribute of nobody'
    if (name === 'id' && !/^[\w:«»]*r[\w:«»]+(-(note|mark)-\d+)?$/.test(value)) yield 'a name'
    if (name !== 'class' || isMath) return
    const isIcon = element.localName === 'svg' && element.closest('button, a') !== null
    for (const each of element.classList) {
      const isOurs = /^(md-|tml-|temml|icon-button$|tooltip-anchor$|caret$)/.test(each)
      if (!isOurs && !(isIcon && each.startsWith('lucide'))) yield 'a class of nobody'
    }
  }

  function* lookAt(element: Element) {
    const root = element.closest('.md-root')
    const isWords = root !== null && root !== element
    const isIcon = element.closest('svg.lucide') !== null && element.closest('button, a') !== null
    const isMath = mathElements.has(element.localName) && element.closest('math') !== null
    const known = isWords ? answerElements : frameElements
    if (!known.has(element.localName) && !isMath && !(isWords && isIcon)) yield 'an element'
    for (const name of element.getAttributeNames()) {
      for (const what of lookAtAttribute(element, name, isWords && !isIcon)) {
        yield `${what} (${name})`
      }
    }
  }

  /** Written out, because a copy of an image would load it. */
  function nameOf(element: Element): string {
    const attributes = element
      .getAttributeNames()
      .map((name) => ` ${name}="${element.getAttribute(name)?.slice(0, 80)}"`)
    return `<${element.localName}${attributes.join('')}>`
  }

  const lookClosely = (element: Element): string[] =>
    [...lookAt(element)].map((what) => `dom: ${what} in ${nameOf(element)}`)
  const audit = (root: Element): string[] =>
    [root, ...root.querySelectorAll('*')].flatMap(lookClosely)

  Object.assign(globalThis, { hostileAudit: audit })
  // Only the frame is observed, because an answer is drawn there; the host page may contain anything.
  if (parent === window) return
  const observer = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      const changed = type === 'childList' ? [...addedNodes] : [target]
      const elements = changed.filter((node) => node instanceof Element)
      elements.flatMap(type === 'childList' ? audit : lookClosely).forEach(report)
    }
  })
  observer.observe(document, { subtree: true, childList: true, attributes: true })
}
