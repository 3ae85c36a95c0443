import { PlainText } from './plain-text.tsx'

/**
 * Fetches what turns markdown into elements: after the first paint, since nothing there needs it.
 * When it cannot be had (a connection that is gone, a release that was replaced), answers stay
 * plain text until the next load.
 */
export async function loadRichText(): Promise<{ default: typeof PlainText }> {
  try {
    const { RichText } = await import('./rich-text.tsx')
    return { default: RichText }
  } catch {
    return { default: PlainText }
  }
}
