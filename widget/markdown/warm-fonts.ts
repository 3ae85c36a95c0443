/** What markdown draws in another font than the page's. */
const FACES: readonly (readonly [tag: string, className: string])[] = [
  ['strong', ''],
  ['em', ''],
  ['code', 'md-code-span'],
]

/**
 * Has the browser find the fonts of bold, slanted and code, each in a moment when nothing else is to
 * do: the first answer that has one would otherwise hold up the frame that shows it.
 */
export function warmFonts(document: Document): void {
  const faces = FACES.values()
  const warmNext = () => {
    const face = faces.next()
    if (face.done) return
    layOut(document, ...face.value)
    whenIdle(warmNext)
  }
  whenIdle(warmNext)
}

/** The letter is shaped when its box is laid out, seen or not. */
function layOut(document: Document, tag: string, className: string): void {
  const box = document.createElement('div')
  const letter = document.createElement(tag)
  letter.className = className
  letter.textContent = 'a'
  box.className = 'md-root'
  box.style.cssText = 'position: absolute; visibility: hidden'
  box.ariaHidden = 'true'
  box.append(letter)
  document.body.append(box)
  box.getBoundingClientRect()
  box.remove()
}

function whenIdle(run: () => void): void {
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run)
  else setTimeout(run)
}
