import type { Diagnosis } from '../diagnosis.ts'
import { createElement } from '../own-document.ts'

/** How long the button shows its result, in milliseconds. */
export const COPIED_STANDS_MS = 2_000

const NAME = 'Copy report'

/**
 * Copies the current diagnosis as text when pressed. If the page may not write to the clipboard, it is
 * printed to the console.
 */
export function createCopyButton(diagnose: () => Diagnosis): HTMLButtonElement {
  const button = createElement('button', { class: 'copy' }, [NAME]) as HTMLButtonElement
  let timer: ReturnType<typeof setTimeout> | undefined
  button.onclick = async () => {
    const result = await copy(JSON.stringify(diagnose(), null, 2))
    button.textContent = result
    clearTimeout(timer)
    timer = setTimeout(() => (button.textContent = NAME), COPIED_STANDS_MS)
  }
  return button
}

async function copy(text: string): Promise<string> {
  try {
    // No limit: a browser may ask the person; nothing else waits for it.
    await navigator.clipboard.writeText(text)
    return 'Copied'
  } catch {
    console.info(`[Alcove] report\n${text}`)
    return 'In the console'
  }
}
