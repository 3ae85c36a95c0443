import type { FileChoice } from '../composer/attachments/sort-files.ts'
import type { EarlyInput } from '../composer/atoms/take-over.ts'
import { decidePaste } from '../composer/decide-paste.ts'
import { hasFiles, isEditable, readDrop } from '../composer/read-drop.ts'
import { growTextarea } from '../ui/grow-textarea.ts'
import { decideKey, isTouchPrimary } from '../world/decide-key.ts'
import type { Settings } from '../world/read-settings.ts'

/** The composer's elements in the document. */
interface ComposerParts {
  readonly form: HTMLFormElement
  readonly field: HTMLTextAreaElement
  readonly send: HTMLElement
}

export interface EarlyComposer {
  /** Sends a text, like a message that was typed. */
  send(text: string): void
  /** Returns the words that were entered so far, sent or not. */
  read(): string
  /** Stops, and returns what was entered. */
  takeOver(): EarlyInput
}

/**
 * Runs the composer until the app takes it over: takes keys, files and one message. The browser would send the form as a
 * request, and open dropped files in place of the frame.
 */
export function startEarlyComposer(
  { form, field, send: button }: ComposerParts,
  sendKey: Settings['sendKey'],
): EarlyComposer {
  const life = new AbortController()
  const { signal } = life
  const restore = keepAttributes([form, field, button])
  const files: FileChoice[] = []
  let sent: string | null = null
  let isSendWished = false
  let isComposing = false

  function draw(): void {
    const isWaiting = sent !== null || isSendWished
    const isEmpty = field.value.trim() === '' && files.length === 0
    button.dataset['state'] = isWaiting ? 'waiting' : 'idle'
    button.setAttribute('aria-disabled', String(isWaiting || isEmpty))
    if (field.value === '') field.removeAttribute('dir')
    else field.dir = 'auto'
    growTextarea(field)
  }

  function send(text: string): void {
    if (sent === null && !isSendWished) sent = text
    draw()
  }

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const isEmpty = field.value.trim() === '' && files.length === 0
    if (sent !== null || isEmpty) return
    // Writing into the field would break the composition; files need the app.
    if (isComposing || files.length > 0) isSendWished = true
    else {
      sent = field.value
      field.value = ''
    }
    draw()
  }

  function handleKey(event: KeyboardEvent): void {
    const isEnterText = sendKey === 'modifier' || isTouchPrimary(window)
    if (decideKey(event, { isRunning: false, isEnterText }) === 'native') return
    event.preventDefault()
    form.requestSubmit()
  }

  function handleInput(event: Event): void {
    isComposing = (event as InputEvent).isComposing
    // Text that was changed since belongs to an unfinished message.
    isSendWished = false
    draw()
  }

  function handlePaste(event: ClipboardEvent): void {
    const data = event.clipboardData
    if (!data) return
    const pasted = [...data.files]
    const text = data.getData('text/plain')
    if (decidePaste({ files: pasted, text, html: data.getData('text/html') }) === 'text') return
    event.preventDefault()
    take({ files: pasted })
  }

  function handleDrag(event: DragEvent): void {
    if (!hasFiles(event) && isEditable(event.target)) return
    event.preventDefault()
    if (event.type === 'drop' && hasFiles(event) && event.dataTransfer)
      take(readDrop(event.dataTransfer))
  }

  function take(choice: FileChoice): void {
    files.push(choice)
    isSendWished = false
    draw()
  }

  form.addEventListener('submit', handleSubmit, { signal })
  field.addEventListener('keydown', handleKey, { signal })
  field.addEventListener('input', handleInput, { signal })
  field.addEventListener('compositionstart', () => (isComposing = true), { signal })
  // No browser reports the end of each composition.
  field.addEventListener('focus', () => (isComposing = false), { signal })
  field.addEventListener('compositionend', () => (isComposing = false), { signal })
  field.addEventListener('paste', handlePaste, { signal })
  // Keeps the focus, and a phone's keyboard, in the field.
  button.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
  for (const type of ['dragenter', 'dragover', 'drop'] as const)
    window.addEventListener(type, handleDrag, { signal })
  draw()

  return {
    send,
    read: () => [sent ?? '', field.value].filter((text) => text !== '').join('\n\n'),
    takeOver() {
      life.abort()
      restore()
      return { sent, typed: field.value, files, isSendWished }
    },
  }
}

/**
 * Returns a function that sets all attributes as they are now. The app draws the elements as the build did, and sets
 * only attributes that differ from that.
 */
function keepAttributes(elements: readonly Element[]): () => void {
  const kept = elements.map((element) => {
    const values = [...element.attributes].map(({ name, value }) => [name, value] as const)
    return { element, values: new Map(values) }
  })
  return () => {
    for (const { element, values } of kept) {
      for (const name of element.getAttributeNames())
        if (!values.has(name) && name !== 'style') element.removeAttribute(name)
      for (const [name, value] of values)
        if (element.getAttribute(name) !== value) element.setAttribute(name, value)
    }
  }
}
