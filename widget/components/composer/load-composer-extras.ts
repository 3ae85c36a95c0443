import type { ComponentType, RefObject } from 'react'

/** What comes later is given the field, which stays. */
type Extra = ComponentType<{ fieldRef: RefObject<HTMLTextAreaElement | null> }>

/**
 * Fetches what the composer does with files, and what keeps drafts: after the first paint. Without a
 * connection words can still be typed.
 */
export const loadComposerExtras = () => load('ComposerExtras')
export const loadAttachButton = () => load('AttachButton')

async function load(name: 'ComposerExtras' | 'AttachButton'): Promise<{ default: Extra }> {
  try {
    const extras = await import('./composer-later.ts')
    return { default: extras[name] }
  } catch {
    return { default: () => null }
  }
}
