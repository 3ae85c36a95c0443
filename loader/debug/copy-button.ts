import type { Diagnosis } from '../diagnosis.ts'
import { createElement } from '../own-document.ts'

/** So long the button says that it was done. */
export const COPIED_STANDS_MS = 2_000

const NAME = 'Copy report'

/** Copies what is found when it is pressed, as text. Where the page may not write to the clipboard, the console has it. */
export function createCopyButton(diagnose: () => Diagnosis): HTMLButtonElement {
  const button = createElement('button', { class: 'copy' }, [NAME]) as HTMLButtonElement
  let timer: ReturnType<typeof setTimeout> | undefined
  button.onclick = async () => {
    const said = await copy(JSON.stringify(diagnose(), null, 2))
    button.textContent = said
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
