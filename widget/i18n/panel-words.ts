import type { Language } from './locale-switch.ts'

/** What the panel around the frame says in a language; nothing in English, which it has itself. */
export function panelWords({ name, catalog: texts }: Language) {
  if (name === 'en') return {}
  return {
    title: texts['header.title'],
    close: texts['header.close'],
    slow: texts['message.slow'],
    retry: texts['action.tryAgain'],
    failed: texts['error.unavailable'],
    answering: texts['threads.running'],
    unread: texts['threads.unread'],
  }
}
