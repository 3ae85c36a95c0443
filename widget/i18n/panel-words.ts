import type { Language } from './locale-switch.ts'

/** The host panel's texts in a language; empty for English, which the panel contains. */
export function panelWords({ name, catalog: texts }: Language) {
  if (name === 'en') return {}
  return {
    title: texts['header.title'],
    close: texts['header.close'],
    slow: texts['message.slow'],
    retry: texts['action.tryAgain'],
    failed: texts['error.unavailable'],
    back: texts['threads.back'],
    answering: texts['threads.running'],
    unread: texts['threads.unread'],
  }
}
