import { loadComponent } from '../../../ui/load-component.ts'
import { PlainText } from './plain-text.tsx'

/**
 * Fetches what turns markdown into elements: after the first paint, since nothing there needs it.
 * When it cannot be had (a connection that is gone, a release that was replaced), answers stay
 * plain text until the next load.
 */
export const loadRichText = () =>
  loadComponent(async () => (await import('./rich-text.tsx')).RichText, PlainText)

/** Fetches the same ahead of the first answer, and has the browser do what it does once. */
export const warmRichText = () =>
  import('./rich-text.tsx').then(
    ({ warmFonts, warmMarkdown }) => {
      warmFonts(document)
      warmMarkdown(document)
    },
    // Whoever draws an answer tries again.
    () => {},
  )
