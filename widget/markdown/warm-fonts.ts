import { inIdleMoments } from './in-idle-moments.ts'

/** Signs that models write often and that the first font of a device may lack. */
const SIGNS = '– — ‘ ’ “ ” • … →'

interface Face {
  readonly tag: string
  readonly className?: string
  /** Default: one letter. */
  readonly text?: string
}

/** What markdown draws in another font than the page's. */
const FACES: readonly Face[] = [
  { tag: 'strong' },
  { tag: 'em' },
  { tag: 'code', className: 'md-code-span' },
  { tag: 'h2', className: 'md-h2' },
  { tag: 'a', className: 'md-link' },
  { tag: 'p', text: SIGNS },
]

/**
 * Has the browser find these fonts, each in a moment when nothing else is to do: the first answer
 * that has one would otherwise hold up the frame that shows it.
 */
export function warmFonts(document: Document): void {
  inIdleMoments(FACES.map((face) => () => layOut(document, face)))
}

/** The letter is shaped when its box is laid out, seen or not. */
function layOut(document: Document, { tag, className = '', text = 'a' }: Face): void {
  const box = document.createElement('div')
  const letter = document.createElement(tag)
  letter.className = className
  letter.textContent = text
  box.className = 'md-root'
  box.style.cssText = 'position: absolute; visibility: hidden'
  box.ariaHidden = 'true'
  box.append(letter)
  document.body.append(box)
  box.getBoundingClientRect()
  box.remove()
}
