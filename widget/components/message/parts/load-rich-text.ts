import { loadComponent } from '../../../ui/load-component.ts'

/**
 * Fetches what turns markdown into elements: after the first paint, since nothing there needs it.
 * Until it comes answers are plain text.
 */
export const loadRichText = () =>
  loadComponent(async () => (await import('./rich-text.tsx')).RichText)

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
