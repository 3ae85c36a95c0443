/**
 * The fixed elements of the frame's document, which `early-document.tsx` writes. The composer stands in its own root:
 * it takes keys before the app has loaded, and must never move. The app draws around it.
 */
export interface FrameSlots {
  /** Content of the root of the app: its live regions. */
  readonly app: HTMLElement
  /** The box around everything that a person sees. */
  readonly box: HTMLElement
  readonly list: HTMLElement
  readonly conversation: HTMLElement
  readonly head: HTMLElement
  readonly log: HTMLElement
  readonly composer: HTMLElement
  /** Parts without a place of their own. */
  readonly beside: HTMLElement
}

/** Finds the elements of the frame's document. */
export function findSlots(root: ParentNode): FrameSlots {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector)!
  const slot = (name: string) => find(`[data-slot=${name}]`)
  return {
    app: slot('app'),
    box: find('.app'),
    list: slot('list'),
    conversation: find('.conversation'),
    head: slot('head'),
    log: slot('log'),
    composer: slot('composer'),
    beside: slot('beside'),
  }
}
