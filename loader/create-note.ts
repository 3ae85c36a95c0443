import { createElement } from './element.ts'

/** What is in the panel when nothing came that could say more, and the two ways out. */
export function createNote(retry: () => unknown, close: () => unknown): Element {
  const note = createElement('div', { id: 'note', role: 'alert', dir: 'auto' }, [
    'The chat did not load.',
  ])
  for (const [name, act] of [
    ['Try again', retry],
    ['Close', close],
  ] as const) {
    const button = createElement('button', {}, [name])
    button.onclick = act
    note.append(button)
  }
  return note
}
