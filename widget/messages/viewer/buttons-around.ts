const BUTTONS = 'button[data-image]'
/** An image of the draft is not yet one of the conversation. */
const AROUND = '[role=log], form'

/** All images that are drawn in the conversation, or in the draft, around one; in the order in which they are read. */
export function buttonsAround(button: HTMLElement): readonly HTMLElement[] {
  const found = [...(button.closest(AROUND)?.querySelectorAll<HTMLElement>(BUTTONS) ?? [])]
  return found.includes(button) ? found : [button]
}
